"""The look of the report: one style sheet, readable on screen and on paper."""

from typing import Final

STYLE: Final = """
:root { --ink: #1d2329; --soft: #5b6670; --line: #d5dbe0; --paper: #fff;
  --good: #1d7a46; --bad: #b3261e; --ask: #9a6400; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 62rem; padding: 1.5rem; background: var(--paper);
  color: var(--ink); font: 16px/1.5 system-ui, "Noto Sans", sans-serif; }
h1 { font-size: 1.6rem; margin: 0; } h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; }
body[data-lang=en] span[lang=ru], body[data-lang=ru] span[lang=en] { display: none; }
.bar { display: flex; justify-content: space-between; align-items: baseline; }
button { font: inherit; border: 1px solid var(--line); border-radius: .4rem;
  background: none; padding: .2rem .7rem; cursor: pointer; color: inherit; }
table { border-collapse: collapse; width: 100%; font-size: .93rem; }
th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid var(--line);
  vertical-align: top; }
th { color: var(--soft); font-weight: 600; }
td.number { font-variant-numeric: tabular-nums; white-space: nowrap; }
.called-legal { color: var(--good); font-weight: 600; }
.called-foul { color: var(--bad); font-weight: 600; }
.review { color: var(--ask); font-weight: 600; }
.soft { color: var(--soft); font-size: .9rem; }
section.shot { border-top: 1px solid var(--line); padding-top: 1rem; margin-top: 1.5rem;
  break-inside: avoid; }
section.shot h3 { margin: 0 0 .4rem; font-size: 1.05rem; }
section.shot p { margin: .3rem 0; }
.bar p { margin: .1rem 0; }
.wide { overflow-x: auto; }
.filter { display: flex; flex-wrap: wrap; gap: .4rem; margin: .5rem 0; }
.filter [aria-pressed=true] { background: var(--ink); color: var(--paper); }
[hidden] { display: none !important; }
.chip { display: inline-grid; place-items: center; width: 1.5rem; height: 1.5rem;
  margin: 0 .1rem; border-radius: 50%; background: var(--ball); color: var(--on-ball);
  font-size: .72rem; border: 1px solid #0006; vertical-align: middle; }
.chip.striped { background: linear-gradient(#f6f3e8 22%, var(--ball) 22% 78%,
  #f6f3e8 78%); }
.shelves { display: grid; grid-template-columns: 1fr 1fr; gap: .3rem 1.5rem; }
.shelves h3 { grid-column: 1 / -1; font-size: 1rem; margin: .6rem 0 0; }
.shelf { display: flex; gap: .6rem; align-items: center; flex-wrap: wrap; }
.slots { display: inline-flex; border-bottom: 5px solid #8a5a33; padding: 0 .2rem; }
.slot { width: 1.9rem; height: 1.9rem; display: inline-grid; place-items: center; }
.slot:empty::before { content: ""; width: 1.5rem; height: 1.5rem; border-radius: 50%;
  border: 1px dashed var(--line); }
.debt { color: var(--bad); font-weight: 700; }
.maps { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; }
figure { margin: 0; } figcaption { color: var(--soft); font-size: .9rem; }
video { width: 100%; max-width: 40rem; display: block; margin: .5rem 0 .3rem; }
ol.events { columns: 2; font-size: .9rem; padding-left: 1.6rem; margin: .5rem 0; }
ol.events li { break-inside: avoid; }
svg.table { width: 100%; height: auto; display: block; margin: .5rem 0; }
svg .wood { fill: #5a3a24; } svg .bed { fill: #2f6f8f; } svg .cushion { fill: #265b76; }
svg .hole { fill: #14171a; } svg .spot { fill: #ffffff90; }
svg .string { stroke: #ffffff50; stroke-width: 4; fill: none; }
svg .path { fill: none; stroke-width: 9; stroke-linejoin: round; opacity: .75; }
svg .before { opacity: .4; stroke: #fff; stroke-width: 3; stroke-dasharray: 9 7; }
svg .ball circle { stroke: #00000080; stroke-width: 2; }
svg text { text-anchor: middle; font-family: system-ui, sans-serif; font-weight: 700; }
svg .mark circle { fill: #fff; stroke: #1d2329; stroke-width: 3; }
svg .mark text { font-size: 26px; fill: #1d2329; }
svg .glow { fill: #ffd54a; opacity: .28; }
svg .count circle { fill: #ffd54a; stroke: #1d2329; stroke-width: 4; }
svg .count text { font-size: 62px; fill: #1d2329; }
@media (max-width: 40rem) { body { padding: .8rem; } ol.events { columns: 1; }
  .maps, .shelves { grid-template-columns: 1fr; } }
@media print { .filter, .slow, video { display: none; }
  body { max-width: none; padding: 0; font-size: 11pt; }
  button { display: none; } * { print-color-adjust: exact; } }
"""
