// What a ball looks like: by its name where it is known, else by its looks.
import { h } from "./dom.js";
import { current } from "./i18n.js";

const LOOKS = {
  white: "#f6f3e8", cue: "#f6f3e8", black: "#18181a", red: "#cd2d28", yellow: "#f0be1e",
  blue: "#2046aa", purple: "#733ca0", orange: "#f08228", green: "#19784a",
  maroon: "#822329", brown: "#822329", burgundy: "#822329", ivory: "#eee4c8",
  colored: "#962828",
};
const UNKNOWN = { body: "#969ba0", ink: "#18181a", short: "?", striped: false };

let known = {};

export function useGame(games, game) {
  known = (games && games.games[game] && games.games[game].balls) || {};
}

export const ballNames = () => Object.keys(known);

export function ballLook(name, looks) {
  if (name && known[name]) return known[name];
  if (looks) {
    const [colour, kind] = looks.split("-");
    const body = LOOKS[colour] || UNKNOWN.body;
    return { body, ink: "#18181a", short: "", striped: kind === "stripe" };
  }
  return UNKNOWN;
}

/** Return how a ball is called. */
export const ballWord = (name) => (known[name] ? known[name][current()] : name);

/** Return a small picture of a ball. */
export function chip(name) {
  const look = ballLook(name);
  return h("span", {
    class: `chip${look.striped ? " striped" : ""}`,
    style: { background: look.body, color: look.ink },
    role: "img", "aria-label": ballWord(name),
  }, look.short || "");
}
