// The scoreboard of each game.
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { ballLook, chip } from "./balls.js";
import { COLOURS, GAMES, GROUPS, PLACES } from "./words.js";
import { bonusLeft, clockText, matchNow } from "./clock.js";

const SEATS = ["A", "B"];

function side(match, seat) {
  const at = match.shooter === seat && !match.winner;
  return h("div", { class: `side ${seat.toLowerCase()}${at ? " at" : ""}`,
    "data-seat": seat },
  h("span", { class: "name" }, match.settings.players[seat]),
  h("span", { class: "big" }, match.board.big[seat]),
  h("span", { class: "at-table" }, match.winner === seat ? t("won") : at ? t("at the table") : ""));
}

function middle(match) {
  const board = match.board;
  const parts = [];
  if (match.game === "bonus-ball") {
    parts.push(h("span", { class: "clock", id: "game-clock" }, ""),
      h("span", { id: "shot-clock" }, ""));
  } else if (match.last && match.last.deadline_t) {
    parts.push(h("span", { id: "shot-clock" }, ""));
  }
  if (board.target) parts.push(h("div", {}, t("to {number}", { number: board.target })));
  if (match.game !== "straight-pool" && match.game !== "bonus-ball") {
    parts.push(h("div", {}, t("rack {number}", { number: board.rack })));
  }
  return h("div", { class: "mid" }, ...parts);
}

const pips = (number) => (number ? h("span", { class: "pip", role: "img",
  "aria-label": String(number) }, "●".repeat(number)) : h("span", { class: "soft" }, "–"));

function rows(match) {
  const board = match.board;
  const found = [];
  const row = (label, build) => found.push([label, build]);
  if (board.groups) {
    row(t("group"), (seat) => (board.groups[seat]
      ? [h("span", {}, t(GROUPS[board.groups[seat]])), ...board.left[seat].map(chip)]
      : h("span", { class: "soft" }, t("open"))));
  }
  if (board.colours) row(t("next ball"), (seat) => colour(board.colours[seat]));
  if (board.runs) {
    row(t("run"), (seat) => String(match.shooter === seat ? board.runs.now : 0));
    row(t("highest run"), (seat) => String(board.runs.high[seat]));
  }
  if (board.debts) {
    row(t("balls"), (seat) => `${board.balls[seat]} / ${board.balls_to_win}`);
    if (board.debts.A || board.debts.B) row(t("owed"), (seat) => String(board.debts[seat]));
  }
  if (board.fouls_in_row) row(t("fouls in a row"), (seat) => pips(board.fouls_in_row[seat]));
  return found;
}

function colour(name) {
  const sample = { purple: "purple-1", orange: "orange-1", bonus: "bonus" }[name];
  const look = ballLook(sample);
  return h("span", { class: "chip wide", style: { background: look.body, color: look.ink } },
    t(COLOURS[name]));
}

/** Return the scoreboard of a match. */
export function boardView(match) {
  const lines = rows(match).flatMap(([label, build], index) => [
    h("dd", { class: "a", style: { "--row": index + 1 } }, build("A")),
    h("dt", { style: { "--row": index + 1 } }, label),
    h("dd", { class: "b", style: { "--row": index + 1 } }, build("B")),
  ]);
  const on = match.balls_on.length && match.balls_on.length <= 2
    ? [h("span", {}, t("ball on")), ...match.balls_on.map(chip)] : [];
  return [
    h("h2", {}, t(GAMES[match.game])),
    h("div", { class: "sides" }, side(match, "A"), middle(match), side(match, "B")),
    lines.length ? h("dl", { class: "facts" }, ...lines) : null,
    h("p", { class: "mid", style: { margin: ".5rem 0 0", display: "flex", gap: ".4rem",
      "justify-content": "center", "align-items": "center", "flex-wrap": "wrap" } },
    ...on, h("span", {}, match.winner ? "" : t(PLACES[match.cue_ball]))),
  ];
}

/** Bring the clocks up to date; called several times a second. */
export function tick(match) {
  if (!match) return;
  const game = document.getElementById("game-clock");
  const now = matchNow();
  if (game && match.board.clock) game.textContent = clockText(bonusLeft(match.board.clock, now));
  const shot = document.getElementById("shot-clock");
  const deadline = match.last && match.last.deadline_t;
  if (shot) {
    const left = deadline ? deadline - now : null;
    const shows = left !== null && !match.winner && left < 60;
    shot.textContent = shows ? t("shot {time}", { time: clockText(left) }) : "";
    shot.classList.toggle("bad-ink", shows && left <= 5);
  }
}

export { SEATS };
