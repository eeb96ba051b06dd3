// The ruling, large, with its reason; and the list of shots.
import { h } from "./dom.js";
import { both, t } from "./i18n.js";
import { chip } from "./balls.js";
import { PLACES, PROVISIONAL, RULINGS } from "./words.js";

/** Return the kind of a ruling, by which it is coloured and signed. */
export function kindOf(verdict) {
  if (verdict.undone || verdict.status === "undone") return "undone";
  if (verdict.status === "review") return "review";
  if (verdict.replay || (verdict.marks || []).includes("replay")) return "replay";
  if (verdict.fouls.length) return "foul";
  return "legal";
}

const LOOK = {
  legal: ["good", "✓"], foul: ["bad", "✕"], review: ["ask", "?"],
  undone: ["gone", "↶"], replay: ["wait", "↻"],
};

function headline(match, verdict, provisional) {
  if (provisional && provisional.kind !== "balls-at-rest") {
    const scratch = provisional.kind === "cue-ball-pocketed";
    return h("div", { class: `ruling ${scratch ? "bad" : "wait"}` },
      h("span", { class: "sign" }, scratch ? "!" : "…"),
      h("span", {}, t(PROVISIONAL[provisional.kind])));
  }
  if (!verdict) {
    return h("div", { class: "ruling wait" }, h("span", { class: "sign" }, "•"),
      h("span", {}, match.phase === "lag" ? t("Lag for the break") : t("Waiting for the break")));
  }
  const kind = kindOf(verdict);
  const [colour, sign] = LOOK[kind];
  const won = verdict.rack && verdict.rack.startsWith("won:") && kind !== "review";
  const word = won ? (match.winner ? RULINGS.match : RULINGS.rack) : RULINGS[kind];
  const who = verdict.shooter ? match.settings.players[verdict.shooter] : "";
  return h("div", { class: `ruling ${colour}`, "data-kind": kind },
    h("span", { class: "sign", "aria-hidden": "true" }, sign),
    h("span", {}, t(word),
      h("small", {}, [t("shot {number}", { number: verdict.shot }), who,
        verdict.overruled ? t("by the referee") : ""].filter(Boolean).join(" · "))));
}

function comingLine(match) {
  if (match.winner) {
    return t("{player} wins the match", { player: match.settings.players[match.winner] });
  }
  const player = match.settings.players[match.shooter];
  const place = t(PLACES[match.cue_ball]);
  return match.phase === "break"
    ? t("{player} breaks", { player })
    : t("{player} shoots, {place}", { player, place });
}

/** Return the slow motion of a shot, running by itself. */
export function slowMotion(match, shot) {
  const video = h("video", { controls: true, muted: true, loop: true, playsinline: true,
    src: `/api/matches/${match.id}/shots/${shot}/clip.mp4`,
    "aria-label": t("Slow motion of the decisive moment") });
  video.muted = true;
  video.autoplay = true;
  return video;
}

/** Return the panel of the ruling. */
export function verdictView(match, provisional, may, act) {
  const verdict = match.last;
  const parts = [h("h2", {}, t("Ruling")), headline(match, verdict, provisional)];
  if (provisional && provisional.kind === "cue-ball-pocketed") {
    return [...parts, h("p", { class: "reason" }, t("Ruling follows"))];
  }
  if (verdict && verdict.status !== "undone") {
    const foul = verdict.fouls[0];
    if (foul) {
      parts.push(h("p", { class: "clause" }, `${foul.clause} · ${both(foul.title)}`));
    }
    parts.push(h("p", { class: "reason" }, both(verdict.reasons)));
    if (verdict.asks.length) parts.push(questionsView(verdict, may, act));
  }
  parts.push(h("p", { class: "next" }, comingLine(match)));
  if (match.choice && may.play) {
    parts.push(h("p", { class: "clause" }, t("{player} chooses",
      { player: match.settings.players[match.choice.chooser] || "" })),
    h("div", { class: "row" }, ...match.choice.options.map((option) =>
      h("button", { type: "button", "data-option": option, class: "primary",
        onclick: () => act.choose(option) }, act.optionWord(option)))));
  }
  if (verdict && verdict.status !== "undone" && act.hasClip(verdict.shot)
    && (verdict.fouls.length || verdict.asks.length)) {
    parts.push(slowMotion(match, verdict.shot));
  }
  if (verdict) {
    parts.push(h("div", { class: "row" },
      h("button", { type: "button", class: "plain", id: "details",
        onclick: () => act.open(verdict.shot) },
      act.hasClip(verdict.shot) ? t("Details and slow motion") : t("Details"))));
  }
  return parts;
}

/** Return what a person is asked, with the answers. */
export function questionsView(verdict, may, act) {
  const lines = verdict.asks.map((asked) => h("li", {}, h("span", {}, both(asked.text)),
    may.rule && (asked.event !== undefined || asked.doubtful !== undefined)
      ? [h("button", { type: "button", onclick: () => act.happened(verdict.shot, asked, true) },
        t("Yes")),
      h("button", { type: "button", onclick: () => act.happened(verdict.shot, asked, false) },
        t("No"))] : null));
  return h("div", {}, h("ul", { class: "questions" }, ...lines), may.rule
    ? h("div", { class: "row", style: { "margin-top": ".5rem" } },
      h("button", { type: "button", class: "primary", "data-review": "confirm",
        onclick: () => act.review(verdict, "confirm") },
      verdict.suspected.length ? t("Confirm the foul") : t("The ruling stands")),
      h("button", { type: "button", class: "danger", "data-review": "reject",
        onclick: () => act.review(verdict, "reject") },
      verdict.suspected.length ? t("No foul") : t("Reject the ruling")))
    : null);
}

/** Return the list of shots, the newest first. */
export function shotsView(match, act) {
  const lines = [...match.shots].reverse().map((line) => {
    const kind = kindOf(line);
    const [colour, sign] = LOOK[kind];
    const what = line.undone ? h("s", { class: "soft" }, t(RULINGS.undone)) : [
      h("span", {}, match.settings.players[line.shooter], " "),
      line.fouls.length ? h("span", { class: "soft" }, line.fouls.join(", "))
        : line.pocketed.map(chip)];
    const ink = { good: "good-ink", bad: "bad-ink", ask: "ask-ink" }[colour] || "soft";
    return h("li", {}, h("button", { type: "button", "data-shot": line.shot,
      onclick: () => act.open(line.shot) },
    h("span", { class: "number" }, line.shot),
    h("span", { class: `sign ${ink}`, role: "img", "aria-label": t(RULINGS[kind]) }, sign),
    h("span", { class: "what" }, what),
    h("span", { class: "score" }, line.score ? `${line.score.A} : ${line.score.B}` : "")));
  });
  return [h("h2", {}, t("Shots")), lines.length
    ? h("ol", {}, ...lines)
    : h("p", { class: "soft" }, t("No shot yet."))];
}
