// One shot in a window: slow motion, reasons, what was entered, what can be changed.
import { h } from "./dom.js";
import { both, t } from "./i18n.js";
import { show } from "./dialogs.js";
import { DECLARED, OBSERVED, ROLES, RULINGS } from "./words.js";
import { ballWord } from "./balls.js";
import { kindOf, questionsView, slowMotion } from "./verdict.js";

function said(entry) {
  if (entry.observed) return t(OBSERVED[entry.observed]);
  if (entry.declare) return t(DECLARED[entry.declare]);
  if (entry.overrule) return t("overruled");
  if (entry.undo !== undefined) return entry.undo ? t("taken back") : t("given again");
  if (entry.replay) return t("played again");
  if (entry.name) {
    return Object.entries(entry.name).map(([a, b]) => `${ballWord(a)} → ${ballWord(b)}`).join(", ");
  }
  if (entry.happened !== undefined) return entry.happened ? t("it happened") : t("it did not happen");
  if (entry.score) return t("score {a} : {b}", { a: entry.score.A, b: entry.score.B });
  if (entry.ball) return t("called: {ball}", { ball: ballWord(entry.ball) });
  return "";
}

/** Show a shot; `act` carries out what is chosen. */
export function details(match, verdict, may, act) {
  const number = verdict.shot;
  return show(t("Shot {number}", { number }), (done) => {
    const go = (action) => () => { done(null); action(); };
    const kind = kindOf(verdict);
    const parts = [];
    if (verdict.clip) parts.push(slowMotion(match, number));
    parts.push(h("p", { class: "reason" }, h("strong", {}, t(RULINGS[kind])), " ",
      verdict.reasons ? both(verdict.reasons) : ""));
    for (const foul of verdict.fouls || []) {
      parts.push(h("p", { class: "clause" }, `${foul.clause} · ${both(foul.title)}`));
    }
    if (verdict.confidence !== undefined && !(kind === "review" && verdict.confidence === 1)) {
      parts.push(h("p", { class: "clause" }, t("sure to {percent} %",
        { percent: Math.floor(verdict.confidence * 1000) / 10 })));
    }
    if (verdict.asks && verdict.asks.length) {
      parts.push(questionsView(verdict, may,
        { ...act, review: (...given) => { done(null); act.review(...given); },
          happened: (...given) => { done(null); act.happened(...given); } }));
    }
    for (const entry of verdict.entered) {
      parts.push(h("p", { class: "clause" }, `${said(entry)} (${t(ROLES[entry.by] || entry.by)}) `, may.rule
        ? h("button", { type: "button", class: "plain", "data-withdraw": entry.entry,
          onclick: go(() => act.enter({ withdraw: entry.entry })) }, t("Withdraw")) : null));
    }
    if (may.rule) {
      const undone = kind === "undone";
      parts.push(h("div", { class: "grid" },
        h("button", { type: "button", class: "ask", "data-do": "overrule",
          onclick: go(() => act.overrule(verdict)) }, t("Overrule")),
        h("button", { type: "button", "data-do": "name", onclick: go(() => act.name(verdict)) },
          t("Name a ball")),
        h("button", { type: "button", "data-do": "replay",
          onclick: go(() => act.enter({ shot: number, replay: true })) }, t("Play it again")),
        h("button", { type: "button", class: "danger", "data-do": "undo",
          onclick: go(() => act.enter({ shot: number, undo: !undone })) },
        undone ? t("Give it back") : t("Take it back"))));
    }
    return parts;
  });
}
