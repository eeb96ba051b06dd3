// The page: events in, panels out, touches and keys to the referee.
import { $, h, memo, s } from "./dom.js";
import { both, current, explained, preferred, t, use, usePlayers } from "./i18n.js";
import { Refused, ask, enter, listen, pair, send } from "./net.js";
import { TableView } from "./table.js";
import { boardView, tick } from "./board.js";
import { shotsView, verdictView } from "./verdict.js";
import { ballWord, useGame } from "./balls.js";
import { setClock } from "./clock.js";
import * as dialogs from "./dialogs.js";
import { details } from "./details.js";
import { play, soundIsOn, switchSound, unlock } from "./sound.js";
import { CAUSES, DECLARED, OPTIONS, REFUSALS, ROLES } from "./words.js";

const app = {
  state: null, balls: { balls: [], t: 0 }, watch: { observing: false, cause: "starting" },
  view: {}, role: "none", linked: false, games: null, provisional: null, clips: new Set(),
  camera: false,
};
const table = new TableView();
const match = () => app.state && app.state.match;
const may = {
  get play() { return app.role === "player" || app.role === "referee"; },
  get rule() { return app.role === "referee"; },
};

function toast(text) {
  const box = $("toast");
  box.textContent = text;
  box.classList.add("shown");
  clearTimeout(toast.timer);
  toast.timer = setTimeout(() => box.classList.remove("shown"), 4500);
}

async function attempt(action) {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    toast(error.message === "offline" ? t("No connection: nothing was sent")
      : explained(error.message, REFUSALS));
    return null;
  }
}

const say = (body) => attempt(() => enter(body));

// --- what a person can do -------------------------------------------------------

const act = {
  enter: say,
  choose: (option) => say({ after_shot: match().choice.after_shot, choose: option }),
  optionWord: (option) => t(OPTIONS[option]),
  hasClip: (shot) => app.clips.has(`${match().id}/${shot}`),
  happened: (shot, asked, happened) => say(asked.event === undefined
    ? { shot, doubtful: asked.doubtful, happened } : { shot, event: asked.event, happened }),
  async review(verdict, answer) {
    let fouls = [];
    const needsClause = answer === "reject" && !verdict.suspected.length && !verdict.fouls.length;
    if (needsClause) {
      fouls = await dialogs.clauses(app.games.games[match().game].fouls);
      if (!fouls) return;
    }
    await attempt(() => send(`/api/match/shots/${verdict.shot}/review`, { answer, fouls }));
  },
  async open(number) {
    const verdict = await attempt(() => ask(`/api/match/shots/${number}`));
    if (!verdict) return;
    if (verdict.clip) app.clips.add(`${match().id}/${number}`);
    const tracks = await ask(`/api/matches/${match().id}/shots/${number}/tracks`).catch(() => ({}));
    table.paths(tracks);
    await details(match(), verdict, may, act);
    table.paths(null);
  },
  async overrule(verdict) {
    const fouls = app.games.games[match().game].fouls;
    const body = await dialogs.overrule(match(), verdict.shot, fouls, verdict);
    if (body) await say(body);
  },
  async name(verdict) {
    const body = await dialogs.nameBall(verdict);
    if (body) await say(body);
  },
};

const places = () => {
  const live = app.balls.balls.filter((ball) => ball.name);
  if (live.length || !match() || !match().last || !match().last.after) return app.balls.balls;
  return lying(match().last.after);
};

const lying = (layout) => Object.entries(layout.balls)
  .map(([name, xy]) => ({ key: name, name, xy, seen: true, still: true }));

const commands = {
  async start() {
    const body = await dialogs.newMatch(match() ? match().game : null);
    if (body) await attempt(() => send("/api/match", body));
  },
  async call() {
    const shot = match().coming;
    if (match().may_call === "pocket") {
      const pocket = await table.pickPocket(t("Touch the pocket of the Bonus"));
      if (pocket) await say({ shot, ball: "bonus", pocket });
      return;
    }
    const on = new Set(match().board.on_table);
    const ball = await table.pickBall(places().filter((one) => on.has(one.name)),
      t("Touch the ball"));
    if (!ball) return;
    const pocket = await table.pickPocket(t("{ball}: touch the pocket", { ball: ballWord(ball) }));
    if (pocket) await say({ shot, ball, pocket });
  },
  declare: (what) => say({ shot: match().coming, declare: what }),
  async frozen() {
    const ball = await dialogs.frozen(match().board.on_table);
    if (ball) await say({ shot: match().coming, declare: "frozen", ball });
  },
  async foul() {
    const body = await dialogs.foulSeen(match());
    if (body) await say(body);
  },
  async undo() {
    const number = match().coming - 1;
    if (!number) return;
    const yes = await dialogs.sure(t("Take back shot {number}?", { number }),
      t("The match goes on as if it had not been played."), t("Take it back"));
    if (yes) await say({ shot: number, undo: true });
  },
  async overrule() {
    const number = match().coming - 1;
    if (!number) return;
    const verdict = await attempt(() => ask(`/api/match/shots/${number}`));
    if (verdict) await act.overrule(verdict);
  },
  async score() {
    const body = await dialogs.score(match());
    if (body) await say(body);
  },
  pause: () => say({ pause: !match().paused }),
  putBack: () => say({ put_back: !match().put_back }),
  withdraw: (entry) => say({ withdraw: entry }),
  async end() {
    const yes = await dialogs.sure(t("End the match?"),
      t("It stays in the store and can be exported."), t("End the match"));
    if (yes) await say({ end: true });
  },
  async menu() {
    const actions = [];
    if (match() && may.rule) {
      actions.push([t("Correct the score"), "score"], [t("Overrule the last shot"), "overrule"],
        [t("End the match"), "end", "danger"]);
    }
    if (match()) actions.push([t("Export the match"), "export"]);
    if (match() && match().winner && may.rule) actions.unshift([t("New match"), "start", "primary"]);
    if (!match() && may.rule) actions.push([t("New match"), "start", "primary"]);
    actions.push([t("Camera picture on or off"), "camera"], [t("Keyboard"), "keys"]);
    const chosen = await dialogs.choose(
      t("You are: {role}", { role: t(ROLES[app.role]) }), actions);
    if (chosen) await commands[chosen]();
  },
  export: () => { location.href = `/api/matches/${match().id}/export`; },
  camera: () => {
    app.camera = !app.camera;
    try { localStorage.setItem("camera", app.camera ? "on" : "off"); } catch { /* private */ }
    render();
  },
  keys: () => dialogs.keys([["C", t("Call")], ["S", t("Safety")], ["P", t("Push-out")],
    ["F", t("Foul seen")], ["O", t("Overrule")], ["U", t("Take back")], ["B", t("Put balls back")],
    ["Space", t("Pause")], ["D", t("Details of the last shot")], ["L", t("Language")],
    ["M", t("Sound")], ["V", t("Camera picture on or off")], ["Esc", t("Cancel")]]),
};

// --- panels ----------------------------------------------------------------------

function actionList() {
  const m = match();
  if (!m) return may.rule ? [["start", t("Start a match"), "primary", () => commands.start()]] : [];
  const list = [];
  if (m.winner) {
    if (may.rule) list.push(["start", t("New match"), "primary", () => commands.start()]);
  } else if (may.play && !m.paused) {
    if (m.may_call) list.push(["call", t("Call"), "primary", () => commands.call(), "C"]);
    for (const what of m.may_declare) {
      list.push([what, t(DECLARED[what]), "", () => commands.declare(what),
        { safety: "S", push_out: "P" }[what]]);
    }
    if (m.phase === "play") list.push(["frozen", t("Frozen ball"), "", () => commands.frozen()]);
  }
  if (may.rule && !m.winner) list.push(["foul", t("Foul seen"), "danger", () => commands.foul(), "F"]);
  if (may.rule && m.shots.length) {
    list.push(["overrule", t("Overrule"), "ask", () => commands.overrule(), "O"]);
    list.push(["undo", t("Take back"), "", () => commands.undo(), "U"]);
  }
  if (may.play && m.shots.length && !m.winner) {
    list.push(["put-back", m.put_back ? t("Balls are back") : t("Put balls back"),
      m.put_back ? "on" : "", () => commands.putBack(), "B"]);
  }
  if (may.play && !m.winner) {
    list.push(["pause", m.paused ? t("Go on") : t("Pause"), m.paused ? "primary" : "",
      () => commands.pause(), "␣"]);
  }
  return list;
}

function actionsView() {
  const called = (match() ? match().called : []).filter((one) => one.ball || one.declare);
  const said = called.map((one) => h("button", { type: "button", class: "on",
    "data-called": one.entry, title: t("Withdraw"), onclick: () => commands.withdraw(one.entry) },
  `${one.declare ? t(DECLARED[one.declare]) : ballWord(one.ball)}${
    one.pocket ? ` → ${dialogs.pocketWord(one.pocket)}` : one.declare && one.ball
      ? ` ${ballWord(one.ball)}` : ""} ✕`));
  return [...said, ...actionList().map(([id, word, kind, go, key]) => h("button",
    { type: "button", id: `do-${id}`, class: kind, onclick: go }, word,
    key ? h("kbd", {}, key) : null))];
}

function watchView() {
  const badge = $("watch");
  const why = app.linked ? app.watch.cause : "offline";
  const good = app.linked && app.watch.observing && !(match() && match().paused);
  const cause = match() && match().paused && app.linked && app.watch.observing ? "paused" : why;
  badge.className = `badge ${good ? "good" : "bad"}`;
  badge.textContent = good ? t("OBSERVING")
    : `${t("NOT OBSERVING")}: ${t(CAUSES[cause] || CAUSES.starting)}`;
  $("store").hidden = !app.state || app.state.stored;
  $("store").textContent = t("NOT STORED");
  $("store").title = app.state ? app.state.store_error : "";
}

function emptyBoard() {
  return [h("h2", {}, "Cueref"), h("p", { class: "reason" }, app.role === "none"
    ? t("This device is not paired: scan the QR code of the referee.")
    : t("No match is being played."))];
}

function shape() {
  const tables = app.games && app.games.tables;
  if (!tables) return null;
  const kind = match() ? match().table.kind : "pool-9ft";
  return tables[kind] || tables["pool-9ft"];
}

function render() {
  const m = match();
  useGame(app.games, m ? m.game : "eight-ball");
  usePlayers(m ? m.settings.players : null);
  watchView();
  const language = current();
  const may_ = [may.play, may.rule];
  memo($("board"), [language, app.role, m && [m.board, m.shooter, m.settings, m.winner, m.balls_on,
    m.cue_ball, m.last && m.last.deadline_t]], () => (m ? boardView(m) : emptyBoard()));
  memo($("verdict"), [language, may_, m && [m.last, m.choice, m.shooter, m.phase, m.cue_ball,
    m.winner], app.provisional, [...app.clips]],
  () => (m ? verdictView(m, app.provisional, may, act)
    : h("p", { class: "reason" }, t("The ruling on each shot appears here."))));
  memo($("shots"), [language, m && [m.shots, m.settings]], () => (m ? shotsView(m, act)
    : h("h2", {}, t("Shots"))));
  memo($("actions"), [language, actionList().map((a) => a.slice(0, 3)), m && m.called],
    actionsView);
  for (const id of ["board", "verdict", "actions", "video", "shots", "stage"]) {
    $(id).setAttribute("aria-label", { board: t("Score"), verdict: t("Ruling"),
      actions: t("What you can do"), video: t("Camera picture"), shots: t("Shots"),
      stage: t("Table") }[id]);
  }
  $("video").hidden = !app.camera;
  $("main").classList.toggle("has-video", app.camera);
  icon("language", language === "en" ? "RU" : "EN", t("Language"));
  icon("sound", drawn(soundIsOn() ? BELL : MUTE),
    soundIsOn() ? t("Sound is on") : t("Sound is off"));
  icon("menu", drawn(LINES), t("Menu"));
  drawTable();
}

const BELL = "M4 9v6h4l5 4V5L8 9zM17 9a4 4 0 0 1 0 6M19.5 6.5a8 8 0 0 1 0 11";
const MUTE = "M4 9v6h4l5 4V5L8 9zM17 9l5 6M22 9l-5 6";
const LINES = "M4 7h16M4 12h16M4 17h16";
const drawn = (path) => s("svg", { viewBox: "0 0 24 24", "aria-hidden": true },
  s("path", { d: path }));

function icon(id, sign, label) {
  $(id).replaceChildren(sign);
  $(id).setAttribute("aria-label", label);
  $(id).title = label;
}

function drawTable() {
  const form = shape();
  if (!form) return;
  const m = match();
  table.build(form, app.view.head_end === "right");
  const balls = app.balls.balls.length ? app.balls.balls : places();
  table.balls(balls, m && m.balls_on.length <= 2 && !app.balls.moving ? m.balls_on : []);
  table.putBack(m && m.put_back ? m.put_back.balls : null, balls);
  table.calls(m ? m.called : [], places());
}

// --- events -----------------------------------------------------------------------

function onState(state) {
  app.state = state;
  const m = state.match;
  const moves = Boolean(m && !m.paused && app.watch.observing);
  setClock(state.t, moves);
  if (m && m.last && app.provisional && app.provisional.coming < m.coming) app.provisional = null;
}

function onCall(call) {
  if (!call.confirms || call.kind !== "foul") play(call.kind);
  $("call").textContent = both(call.text);
}

function onEvent(type, data) {
  switch (type) {
    case "snapshot":
      app.balls = data.balls;
      app.watch = data.watch;
      app.view = data.view;
      app.provisional = null;
      app.clips = new Set((data.clips || []).map((shot) => `${data.state.match.id}/${shot}`));
      onState(data.state);
      break;
    case "state": onState(data); break;
    case "balls":
      app.balls = data;
      if (match() && app.state) setClock(data.t + app.state.offset,
        !match().paused && app.watch.observing);
      drawTable();
      return;
    case "watch":
      app.watch = data;
      if (app.state) setClock(app.state.t, Boolean(match() && !match().paused && data.observing));
      break;
    case "view": app.view = data; break;
    case "call": onCall(data); break;
    case "clip": app.clips.add(`${data.match}/${data.shot}`); break;
    case "provisional":
      app.provisional = { ...data, coming: match() ? match().coming : 0 };
      break;
    default: return;
  }
  render();
}

async function onLink(isUp, code) {
  app.linked = isUp;
  if (!isUp && code === 1008) await whoami();
  if (isUp && !app.games) await load();
  render();
}

async function whoami() {
  const me = await ask("/api/me").catch(() => null);
  if (me) app.role = me.role;
}

async function load() {
  await whoami();
  app.games = await ask("/api/games").catch(() => null);
}

// --- picture, keys, start -----------------------------------------------------------

function showPictures() {
  const image = $("camera");
  let wait = 120;
  const next = () => {
    if (!app.camera || document.hidden || !app.linked) { setTimeout(next, 500); return; }
    const fresh = new Image();
    fresh.onload = () => { image.src = fresh.src; wait = 120; setTimeout(next, wait); };
    fresh.onerror = () => { wait = Math.min(wait * 2, 4000); setTimeout(next, wait); };
    fresh.src = `/api/video.jpg?${Date.now()}`;
  };
  next();
}

const KEYS = { c: "call", s: "safety", p: "push_out", f: "foul", o: "overrule", u: "undo",
  b: "put-back", " ": "pause" };

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || $("dialog").open) return;
  if (event.key === "Escape") { table.stopPicking(); return; }
  if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
  // A button or a ball that has the focus takes Space itself.
  if (event.key === " " && event.target.closest("button, [role=button]")) return;
  const key = event.key.toLowerCase();
  if (key === "l") { $("language").click(); return; }
  if (key === "m") { $("sound").click(); return; }
  if (key === "v") { commands.camera(); return; }
  if (key === "?") { commands.keys(); return; }
  if (key === "d" && match() && match().last) { act.open(match().last.shot); return; }
  const button = KEYS[key] && $(`do-${KEYS[key]}`);
  if (button) { event.preventDefault(); button.click(); }
}

async function begin() {
  await use(preferred()).catch(() => {});
  await pair().catch((error) => toast(explained(error.message, REFUSALS)));
  try { app.camera = localStorage.getItem("camera") !== "off"; } catch { app.camera = true; }
  await load();
  render();
  $("language").addEventListener("click", async () => {
    await use(current() === "en" ? "ru" : "en").catch(() => toast(t("No connection")));
    render();
  });
  $("sound").addEventListener("click", () => { switchSound(); render(); });
  $("menu").addEventListener("click", () => commands.menu());
  document.addEventListener("pointerdown", unlock, { once: true });
  document.addEventListener("keydown", unlock, { once: true });
  document.addEventListener("keydown", onKey);
  setInterval(() => tick(match()), 250);
  listen(onEvent, onLink);
  showPictures();
}

begin();
