// The table to scale, in millimetres, head rail on the left unless the camera sees it
// on the right: then everything is turned by half a circle, like the video beside it.
import { $, h, s } from "./dom.js";
import { t } from "./i18n.js";
import { ballLook, ballWord } from "./balls.js";
import { POCKETS } from "./words.js";

const RAIL = 130, CUSHION = 50, CLOSE = 0.006, LARGEST = 1.5;

export class TableView {
  constructor() {
    this.svg = $("table");
    this.shape = null;
    this.turned = false;
    this.drawn = new Map();
    this.picking = null;
  }

  /** Draw the furniture for a table's shape. */
  build(shape, turned) {
    if (this.shape === shape && this.turned === turned) return;
    this.shape = shape;
    this.turned = turned;
    const L = shape.length * 1000, W = shape.width * 1000;
    const half = [L / 2 + RAIL, W / 2 + RAIL];
    this.svg.setAttribute("viewBox",
      `${-half[0]} ${-half[1]} ${2 * half[0]} ${2 * half[1]}`);
    this.layers = {};
    const layer = (name) => (this.layers[name] = s("g", { class: name }));
    this.svg.replaceChildren(
      s("rect", { class: "wood", x: -half[0], y: -half[1], width: 2 * half[0],
        height: 2 * half[1], rx: 70 }),
      s("rect", { class: "bed", x: -L / 2 - CUSHION, y: -W / 2 - CUSHION,
        width: L + 2 * CUSHION, height: W + 2 * CUSHION }),
      ...shape.noses.map((nose) => this.cushion(nose)),
      ...shape.pockets.map((pocket) => {
        const [x, y] = this.at(pocket.xy);
        return s("circle", { class: "hole", cx: x, cy: y, r: pocket.radius * 1000 });
      }),
      this.line(shape.head_string_x, W),
      ...[-1, 1].map((side) => s("circle", { class: "spot", r: 9, cy: 0,
        cx: side * L / 4 })),
      layer("paths"), layer("balls"), layer("targets"), layer("marks"), layer("picks"));
    this.drawn.clear();
  }

  at([x, y]) {
    return this.turned ? [-x * 1000, y * 1000] : [x * 1000, -y * 1000];
  }

  line(x, width) {
    const [u] = this.at([x, 0]);
    return s("path", { class: "string", d: `M${u} ${-width / 2}V${width / 2}` });
  }

  cushion(nose) {
    const [x0, y0] = this.at(nose.start), [x1, y1] = this.at(nose.end);
    const [nx, ny] = this.at(nose.normal).map((v) => -v / 1000 * CUSHION);
    const long = Math.hypot(x1 - x0, y1 - y0);
    const ax = (x1 - x0) / long * CUSHION * 0.7, ay = (y1 - y0) / long * CUSHION * 0.7;
    return s("path", { class: "cushion",
      d: `M${x0} ${y0}L${x1} ${y1}L${x1 + nx + ax} ${y1 + ny + ay}` +
        `L${x0 + nx - ax} ${y0 + ny - ay}Z` });
  }

  /** Draw the balls; `on` are names of balls that may be hit first. */
  balls(balls, on) {
    if (!this.shape) return;
    const size = this.size = this.sizeFor(balls);
    const seen = new Set();
    for (const ball of balls) {
      const id = String(ball.key);
      seen.add(id);
      let group = this.drawn.get(id);
      const look = `${ball.name}|${ball.looks}`;
      if (!group || group.dataset.look !== look) {
        if (group) group.remove();
        group = this.ball(ball);
        group.dataset.look = look;
        this.drawn.set(id, group);
        this.layers.balls.append(group);
      }
      const [x, y] = this.at(ball.xy);
      group.style.transform = `translate(${x}px, ${y}px) scale(${size})`;
      group.classList.toggle("unseen", !ball.seen);
      group.classList.toggle("on", on.includes(ball.name));
    }
    for (const [id, group] of this.drawn) {
      if (!seen.has(id)) { group.remove(); this.drawn.delete(id); }
    }
  }

  /** Return how much larger than life balls are drawn: as far as none overlap. */
  sizeFor(balls) {
    let nearest = LARGEST * 2 * this.shape.ball_radius;
    balls.forEach((one, index) => {
      for (const other of balls.slice(index + 1)) {
        nearest = Math.min(nearest,
          Math.hypot(one.xy[0] - other.xy[0], one.xy[1] - other.xy[1]));
      }
    });
    return Math.max(1, Math.round(nearest / (2 * this.shape.ball_radius) * 20) / 20);
  }

  ball(ball) {
    const look = ballLook(ball.name, ball.looks);
    const r = this.shape.ball_radius * 1000;
    const parts = [s("circle", { class: "halo", r: r + 12 }),
      s("circle", { r, fill: look.striped ? "#f6f3e8" : look.body })];
    if (look.striped) {
      parts.push(s("path", { fill: look.body,
        d: `M${-r * 0.83} ${-r * 0.55}H${r * 0.83}A${r} ${r} 0 0 1 ${r * 0.83} ${r * 0.55}` +
          `H${-r * 0.83}A${r} ${r} 0 0 1 ${-r * 0.83} ${-r * 0.55}Z` }));
    }
    if (look.short) {
      parts.push(s("circle", { r: r * 0.52, fill: "#fdfbf4" }),
        s("text", { fill: "#111", "font-size": r * (look.short.length > 1 ? 0.72 : 0.86), y: 1 },
          look.short));
    }
    parts.push(s("circle", { class: "edge", r }));
    const name = ball.name ? ballWord(ball.name) : t("a ball");
    return s("g", { class: "ball" }, s("title", {}, name), ...parts);
  }

  /** Show where balls are to be put back, and how far each is from there. */
  putBack(places, balls) {
    const layer = this.layers && this.layers.targets;
    if (!layer) return;
    layer.replaceChildren();
    if (!places) return;
    const r = this.shape.ball_radius * 1000 * (this.size || 1);
    for (const [name, xy] of Object.entries(places)) {
      const ball = balls.find((one) => one.name === name);
      const [x, y] = this.at(xy);
      const off = ball ? Math.hypot(ball.xy[0] - xy[0], ball.xy[1] - xy[1]) : null;
      const right = off !== null && off < CLOSE;
      const look = ballLook(name);
      if (ball && !right) {
        const [bx, by] = this.at(ball.xy);
        layer.append(s("path", { class: "way", d: `M${bx} ${by}L${x} ${y}` }));
      }
      layer.append(
        s("circle", { cx: x, cy: y, r, fill: look.body, opacity: right ? 0 : 0.4 }),
        s("circle", { class: `target${right ? " right" : ""}`, cx: x, cy: y, r: r + 7 }));
      if (!right) {
        const far = off === null ? "" : ` ${Math.round(off * 1000)} ${t("mm")}`;
        layer.append(s("text", { class: "label", x, y: y - r - 34 },
          `${look.short || ballWord(name)}${far}`));
      }
    }
  }

  /** Draw the ways of the balls of a shot. */
  paths(tracks) {
    const layer = this.layers && this.layers.paths;
    if (!layer) return;
    layer.replaceChildren(...Object.entries(tracks || {}).map(([name, rows]) =>
      s("polyline", { class: "path", stroke: ballLook(name).body,
        points: rows.map(([, x, y]) => this.at([x, y]).map(Math.round).join(",")).join(" ") })));
  }

  /** Mark what is called for the next shot. */
  calls(called, balls) {
    const layer = this.layers && this.layers.marks;
    if (!layer) return;
    layer.replaceChildren();
    for (const call of called.filter((one) => one.ball && !one.observed)) {
      const ball = balls.find((one) => one.name === call.ball);
      const pocket = this.shape.pockets.find((one) => one.name === call.pocket);
      const ends = [ball && ball.xy, pocket && pocket.xy].filter(Boolean).map((p) => this.at(p));
      for (const [x, y] of ends) layer.append(s("circle", { class: "called", cx: x, cy: y, r: 62 }));
      if (ends.length === 2) {
        layer.append(s("path", { class: "called", d: `M${ends[0]}L${ends[1]}`,
          "stroke-dasharray": "26 20" }));
      }
    }
  }

  /** Let a person touch one of some balls; return a promise of its name. */
  pickBall(balls, hint) {
    return this.pick(balls.filter((ball) => ball.name), hint,
      (ball) => [ball.xy, 70, ballWord(ball.name), ball.name]);
  }

  pickPocket(hint) {
    return this.pick(this.shape.pockets, hint,
      (pocket) => [pocket.xy, 105, t(POCKETS[pocket.name]), pocket.name], "hint middle");
  }

  pick(things, hint, describe, place = "hint") {
    this.stopPicking();
    const layer = this.layers.picks;
    return new Promise((resolve) => {
      const done = (value) => {
        this.picking = null;
        layer.replaceChildren();
        $("hint").hidden = true;
        resolve(value);
      };
      this.picking = done;
      const places = things.map((thing) => this.at(describe(thing)[0]));
      for (const [i, thing] of things.entries()) {
        const [, wanted, label, value] = describe(thing);
        const [x, y] = places[i];
        const r = Math.min(wanted, reach(places, i) / 1.25);
        layer.append(s("g", { class: "pick", tabindex: 0, role: "button",
          "aria-label": label, "data-pick": value, onclick: () => done(value),
          onkeydown: (event) => {
            if (event.key === "Enter" || event.key === " ") {
              event.preventDefault();
              done(value);
            }
          } },
        s("circle", { cx: x, cy: y, r: r * 1.25, fill: "transparent" }),
        s("circle", { class: "ring", cx: x, cy: y, r })));
      }
      $("hint").replaceChildren(hint, h("button", { type: "button", class: "plain",
        onclick: () => done(null) }, t("Cancel")));
      $("hint").className = place;
      $("hint").hidden = false;
      const first = layer.querySelector(".pick");
      if (first) first.focus({ preventScroll: true });
    });
  }

  stopPicking() {
    if (this.picking) this.picking(null);
  }
}

/** Return how far a touch may miss one of some places and still mean it: halfway to the next. */
function reach(places, i) {
  const apart = places.filter((_, k) => k !== i)
    .map(([x, y]) => Math.hypot(x - places[i][0], y - places[i][1]));
  return Math.min(...apart) / 2;
}
