// Windows in which people enter things. Each returns a promise of what was entered.
import { $, h } from "./dom.js";
import { both, t } from "./i18n.js";
import { ballNames, ballWord, chip } from "./balls.js";
import { GAMES, OBSERVED, ORDERS, POCKETS, TABLES, USUAL } from "./words.js";

const box = () => $("dialog");

/** Show a window; `build(done)` returns its content. */
export function show(title, build) {
  return new Promise((resolve) => {
    const dialog = box();
    const done = (value) => { dialog.close(); resolve(value); };
    dialog.oncancel = () => resolve(null);
    dialog.setAttribute("aria-label", title);
    dialog.replaceChildren(
      h("button", { type: "button", class: "icon close", "aria-label": t("Close"),
        onclick: () => done(null) }, "✕"),
      h("h2", {}, title), ...[build(done)].flat().filter(Boolean));
    if (!dialog.open) dialog.showModal();
    dialog.scrollTop = 0;
  });
}

const field = (label, control) =>
  h("label", { class: "field" }, h("span", {}, label), control);

const select = (id, options, chosen) => h("select", { id, name: id },
  ...options.map(([value, word]) =>
    h("option", { value, selected: value === chosen }, word)));

/** Ask yes or no. */
export const sure = (title, text, yes) => show(title, (done) => [
  h("p", {}, text),
  h("div", { class: "foot" },
    h("button", { type: "button", onclick: () => done(null) }, t("Cancel")),
    h("button", { type: "button", class: "danger", "data-yes": true,
      onclick: () => done(true) }, yes))]);

/** What is agreed before a match. */
export const newMatch = (game) => show(t("New match"), (done) => {
  const chosen = { game: game || "nine-ball" };
  const extra = h("div", {});
  const fillExtra = () => {
    const points = chosen.game === "straight-pool" || chosen.game === "bonus-ball";
    const usual = { "straight-pool": 150, "bonus-ball": 21 }[chosen.game] || 5;
    const pyramid = chosen.game === "pyramid";
    extra.replaceChildren(h("div", { class: "pair" },
      field(points ? t("Points to win") : t("Racks to win"), h("input", { id: "to",
        type: "number", min: 1, max: points ? 2000 : 99, value: usual, inputmode: "numeric" })),
      field(t("Table"), select("kind", Object.entries(TABLES).map(([k, w]) => [k, t(w)]),
        pyramid ? "pyramid-12ft" : "pool-9ft"))));
  };
  const games = h("div", { class: "grid" }, ...Object.entries(GAMES).map(([name, word]) =>
    h("button", { type: "button", "data-game": name,
      class: name === chosen.game ? "on" : "", "aria-pressed": name === chosen.game,
      onclick: (event) => {
        chosen.game = name;
        for (const one of games.children) {
          one.classList.toggle("on", one === event.currentTarget);
          one.setAttribute("aria-pressed", one === event.currentTarget);
        }
        fillExtra();
      } }, t(word))));
  fillExtra();
  const form = h("form", { onsubmit: (event) => {
    event.preventDefault();
    const value = (id) => form.querySelector(`#${id}`).value;
    const points = chosen.game === "straight-pool" || chosen.game === "bonus-ball";
    const settings = { players: { A: value("a").trim() || "A", B: value("b").trim() || "B" },
      breaker: value("breaker") || null };
    const to = Number.parseInt(value("to"), 10);
    if (to > 0) settings[points ? "target" : "racks_to"] = to;
    if (value("order")) settings.break_order = value("order");
    done({ game: chosen.game, settings, table: { kind: value("kind") } });
  } },
  h("fieldset", {}, h("legend", {}, t("Game")), games),
  h("div", { class: "pair" },
    field(t("Player A"), h("input", { id: "a", maxlength: 40, autocomplete: "off" })),
    field(t("Player B"), h("input", { id: "b", maxlength: 40, autocomplete: "off" }))),
  h("div", { class: "pair" },
    field(t("First break"), select("breaker",
      [["A", t("Player A")], ["B", t("Player B")], ["", t("by lag")]], "A")),
    field(t("Next breaks"), select("order",
      [["", t("usual order of the game")], ...Object.entries(ORDERS).map(([k, w]) => [k, t(w)])],
      ""))),
  extra,
  h("div", { class: "foot" }, h("button", { type: "submit", class: "primary", id: "begin" },
    t("Start match"))));
  return form;
});

function shotChoice(match) {
  const options = match.shots.length
    ? [[String(match.coming - 1), t("the last shot ({number})", { number: match.coming - 1 })]] : [];
  options.push([String(match.coming), t("the coming shot ({number})", { number: match.coming })]);
  return select("which", options, options[0][0]);
}

const playerChoice = (match, id, seat) => select(id,
  ["A", "B"].map((one) => [one, match.settings.players[one]]), seat);

/** A foul, or something else, that a person saw. */
export const foulSeen = (match) => show(t("What was seen?"), (done) => {
  const which = shotChoice(match);
  const shooter = match.last && match.last.shooter ? match.last.shooter : match.shooter;
  const who = playerChoice(match, "who", shooter);
  return [
    h("div", { class: "pair" }, field(t("On"), which), field(t("By"), who)),
    h("div", { class: "grid" }, ...USUAL.map((token) => h("button", { type: "button",
      "data-observed": token,
      onclick: () => done({ shot: Number(which.value), observed: token, player: who.value }) },
    t(OBSERVED[token]))))];
});

/** The referee's own ruling on a shot. */
export const overrule = (match, number, fouls, verdict) =>
  show(t("Overrule shot {number}", { number }), (done) => {
    const chosen = new Set((verdict.fouls || []).map((foul) => foul.clause));
    const list = h("div", { class: "list" });
    const find = h("input", { id: "find", type: "search", placeholder: t("Search a clause") });
    const draw = () => {
      const wanted = find.value.toLowerCase();
      const shown = fouls.filter((foul) => chosen.has(foul.clause) ||
        `${foul.clause} ${foul.en} ${foul.ru}`.toLowerCase().includes(wanted));
      shown.sort((a, b) => chosen.has(b.clause) - chosen.has(a.clause));
      list.replaceChildren(...shown.map((foul) => h("button", { type: "button",
        "data-clause": foul.clause, class: chosen.has(foul.clause) ? "on" : "",
        "aria-pressed": chosen.has(foul.clause),
        onclick: () => {
          if (!chosen.delete(foul.clause)) chosen.add(foul.clause);
          draw();
        } }, `${foul.clause} · ${both(foul)}`)));
    };
    find.addEventListener("input", draw);
    draw();
    const next = select("next", [["", t("as the rules say")],
      ...["A", "B"].map((seat) => [seat, match.settings.players[seat]])], "");
    const winner = select("winner", [["", t("nobody")],
      ...["A", "B"].map((seat) => [seat, match.settings.players[seat]])], "");
    const send = (legal) => {
      const content = legal ? { legal: true, fouls: [] } : { legal: false, fouls: [...chosen] };
      if (next.value) content.shooter = next.value;
      if (winner.value) content.winner = winner.value;
      done({ shot: number, overrule: content });
    };
    return [
      h("div", { class: "row" }, h("button", { type: "button", class: "primary",
        "data-overrule": "legal", onclick: () => send(true) }, t("It was legal"))),
      h("p", { class: "soft" }, t("or a foul under:")), find, list,
      h("div", { class: "pair", style: { "margin-top": ".8rem" } },
        field(t("Next shooter"), next), field(t("Rack won by"), winner)),
      h("div", { class: "foot" }, h("button", { type: "button", class: "danger",
        "data-overrule": "foul", onclick: () => { if (chosen.size) send(false); } },
      t("It was a foul")))];
  });

/** Which clauses were broken on a shot that was ruled legal. */
export const clauses = (fouls) => show(t("Which rule was broken?"), (done) => {
  const list = h("div", { class: "list" });
  const find = h("input", { id: "find", type: "search", placeholder: t("Search a clause") });
  const draw = () => list.replaceChildren(...fouls
    .filter((foul) => `${foul.clause} ${foul.en} ${foul.ru}`.toLowerCase()
      .includes(find.value.toLowerCase()))
    .map((foul) => h("button", { type: "button", "data-clause": foul.clause,
      onclick: () => done([foul.clause]) }, `${foul.clause} · ${both(foul)}`)));
  find.addEventListener("input", draw);
  draw();
  return [find, list];
});

/** The score as it really is. */
export const score = (match) => show(t("Correct the score"), (done) => {
  const inputs = ["A", "B"].map((seat) => h("input", { id: `score-${seat}`, type: "number",
    value: match.board.big[seat], inputmode: "numeric" }));
  return h("form", { onsubmit: (event) => {
    event.preventDefault();
    const [A, B] = inputs.map((input) => Number.parseInt(input.value, 10));
    if (Number.isInteger(A) && Number.isInteger(B)) {
      done({ after_shot: match.coming - 1, score: { A, B } });
    }
  } },
  h("div", { class: "pair" }, ...["A", "B"].map((seat, index) =>
    field(match.settings.players[seat], inputs[index]))),
  h("div", { class: "foot" }, h("button", { type: "submit", class: "primary" }, t("Correct"))));
});

/** Which ball it really was. */
export const nameBall = (verdict) =>
  show(t("Name a ball of shot {number}", { number: verdict.shot }), (done) => {
    const names = Object.keys(verdict.before.balls);
    let seen = null;
    const second = h("div", { hidden: true });
    const first = h("div", { class: "balls" }, ...names.map((name) =>
      h("button", { type: "button", "aria-label": ballWord(name), "data-ball": name,
        onclick: () => {
          seen = name;
          for (const one of first.children) one.classList.toggle("on", one.dataset.ball === name);
          second.hidden = false;
        } }, chip(name))));
    second.append(h("p", {}, t("It is really:")), h("div", { class: "balls" },
      ...ballNames().map((name) => h("button", { type: "button", "data-real": name,
        "aria-label": ballWord(name),
        onclick: () => done({ shot: verdict.shot, name: { [seen]: name } }) }, chip(name)))));
    return [h("p", {}, t("The referee took this ball:")), first, second];
  });

/** A frozen ball announced before a shot. */
export const frozen = (balls) => show(t("Which ball is frozen?"), (done) =>
  h("div", { class: "balls" }, ...balls.map((name) => h("button", { type: "button",
    "aria-label": ballWord(name), onclick: () => done(name) }, chip(name)))));

/** Choose one of some actions. */
export const choose = (title, actions) => show(title, (done) =>
  h("div", { class: "grid" }, ...actions.map(([word, value, kind]) =>
    h("button", { type: "button", class: kind || "", "data-action": value,
      onclick: () => done(value) }, word))));

/** The keys of the keyboard. */
export const keys = (actions) => show(t("Keyboard"), () =>
  h("div", { class: "keys" }, ...actions.flatMap(([key, word]) =>
    [h("kbd", {}, key), h("span", {}, word)])));

export const pocketWord = (name) => (name ? t(POCKETS[name]) : t("any pocket"));
