// A transparent line for a broadcast: names, score, and calls for some seconds.
import { $, h, memo } from "./dom.js";
import { both, preferred, t, use } from "./i18n.js";
import { ask, listen } from "./net.js";
import { useGame, ballLook, chip } from "./balls.js";
import { RULINGS, COLOURS } from "./words.js";

const CALLS = { foul: ["", "foul"], scratch: ["", "foul"], review: ["ask", "review"],
  rack: ["good", "rack"], match: ["good", "match"] };
const LONG = 7000;
let games = null;
let state = null;

function side(m, seat) {
  const board = m.board;
  const colour = board.colours && ballLook({ purple: "purple-1", orange: "orange-1",
    bonus: "bonus" }[board.colours[seat]]);
  return h("div", { class: `side${m.shooter === seat && !m.winner ? " at" : ""}` },
    h("span", { class: "name" }, m.settings.players[seat]),
    colour ? h("span", { class: "chip", style: { background: colour.body },
      title: t(COLOURS[board.colours[seat]]) }) : null,
    h("span", { class: "big" }, board.big[seat]));
}

function render() {
  const m = state && state.match;
  useGame(games, m ? m.game : "eight-ball");
  memo($("bar"), m && [m.board, m.shooter, m.settings, m.winner, m.balls_on], () => (m ? [
    side(m, "A"),
    h("div", { class: "mid" }, m.board.target ? t("to {number}", { number: m.board.target }) : "",
      m.balls_on.length === 1 ? chip(m.balls_on[0]) : null),
    side(m, "B")] : []));
}

function onCall(call) {
  const [kind, word] = CALLS[call.kind] || [null, null];
  if (kind === null) return;
  const box = $("call");
  box.className = `call ${kind}`;
  box.textContent = `${t(RULINGS[word])} · ${both(call.title || call.text)}`;
  box.hidden = false;
  clearTimeout(onCall.timer);
  onCall.timer = setTimeout(() => { box.hidden = true; }, LONG);
}

async function begin() {
  await use(preferred()).catch(() => {});
  games = await ask("/api/games").catch(() => null);
  listen((type, data) => {
    if (type === "snapshot") state = data.state;
    else if (type === "state") state = data;
    else if (type === "call") onCall(data);
    else return;
    render();
  }, () => {});
}

begin();
