"""The look of the report: one style sheet for screens, phones, the dark and paper."""

from typing import Final

_COLOURS: Final = """
:root { color-scheme: light; --ink: #1d2329; --soft: #55606a; --line: #d5dbe0;
  --paper: #fff; --card: #f5f7f8; --link: #0b57a4; --good: #1a6e40; --bad: #b3261e;
  --ask: #855600; }
@media screen and (prefers-color-scheme: dark) { :root { color-scheme: dark;
  --ink: #e6eaee; --soft: #a3aeb8; --line: #38424b; --paper: #14181c;
  --card: #1d2329; --link: #8ec2ff; --good: #6fd198; --bad: #ff9189;
  --ask: #f2bf5e; } }
"""

_TEXT: Final = """
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 76rem; padding: 1.5rem; background: var(--paper);
  color: var(--ink); font: 16px/1.5 system-ui, "Noto Sans", sans-serif;
  overflow-wrap: anywhere; }
h1 { font-size: 1.1rem; margin: 0; color: var(--soft); font-weight: 600; }
h2 { font-size: 1.3rem; margin: 2.2rem 0 .6rem; }
a { color: var(--link); }
body[data-lang=en] span[lang=ru], body[data-lang=ru] span[lang=en] { display: none; }
.bar { display: flex; justify-content: space-between; align-items: center; }
.result { display: flex; flex-wrap: wrap; gap: .2rem .8rem; align-items: baseline;
  font-size: 1.7rem; font-weight: 700; line-height: 1.25; margin: .6rem 0 .2rem; }
.result .score { font-variant-numeric: tabular-nums; white-space: nowrap;
  padding: 0 .6rem; border-radius: .5rem; background: var(--card); }
.result .seat { font-size: .9rem; color: var(--soft); margin-right: .35rem;
  vertical-align: .25em; }
button { font: inherit; border: 1px solid var(--line); border-radius: .4rem;
  background: none; padding: .2rem .7rem; cursor: pointer; color: inherit; }
.called-legal { color: var(--good); font-weight: 600; }
.called-foul { color: var(--bad); font-weight: 600; }
.review { color: var(--ask); font-weight: 600; }
.soft { color: var(--soft); font-size: .9rem; }
.filter { display: flex; flex-wrap: wrap; gap: .4rem; margin: .5rem 0; }
.filter [aria-pressed=true] { background: var(--ink); color: var(--paper); }
.filter .count { opacity: .7; font-size: .85em; margin-left: .15rem; }
[hidden] { display: none !important; }
figure { margin: 0; } figcaption { color: var(--soft); font-size: .9rem; }
"""

_TABLES: Final = """
.wide { overflow-x: auto; } .wide:focus-visible { outline: 2px solid var(--link); }
table { overflow-wrap: normal; }
table { border-collapse: collapse; width: 100%; font-size: .93rem;
  font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid var(--line);
  vertical-align: top; }
th { color: var(--soft); font-weight: 600; }
th[scope=colgroup] { color: var(--ink); border-bottom: 0; font-size: 1rem; }
.edge { border-left: 1px solid var(--line); }
td.time, td.points, td.number { white-space: nowrap; }
.chip { display: inline-grid; place-items: center; width: 1.5rem; height: 1.5rem;
  margin: 0 .1rem; border-radius: 50%; background: var(--ball); color: var(--on-ball);
  font-size: .72rem; border: 1px solid #0006; vertical-align: middle; }
.chip.striped { background: linear-gradient(#f6f3e8 22%, var(--ball) 22% 78%,
  #f6f3e8 78%); }
.shelves { display: grid; grid-template-columns: 1fr 1fr; gap: .3rem 1.5rem; }
.shelves h3 { grid-column: 1 / -1; font-size: 1rem; margin: .8rem 0 0; }
.shelf { display: flex; gap: .2rem .7rem; align-items: center; flex-wrap: wrap; }
.shelf > b:first-child, .shelf p { flex-basis: 100%; margin: 0; }
.slots { display: inline-flex; border-bottom: 6px solid #8a5a33; padding: 0 .2rem; }
.slot { width: 1.9rem; height: 1.9rem; display: inline-grid; place-items: center; }
.slot::before { content: ""; width: 1.5rem; height: 1.5rem; border-radius: 50%;
  border: 1px dashed var(--line); }
.slot.full::before { background: #eee4c8; border: 1px solid #0006; }
.shelf .sum, .shelf .debt { font-size: 1.3rem; } .debt { color: var(--bad); }
"""

_SHOTS: Final = """
section.shot { border-top: 1px solid var(--line); padding-top: 1rem; margin-top: 1.5rem;
  break-inside: avoid; }
section.shot h3 { margin: 0 0 .2rem; font-size: 1.1rem; }
section.shot p { margin: .2rem 0; max-width: 60rem; }
.beside { display: grid; grid-template-columns: minmax(0, 5fr) minmax(0, 2fr);
  gap: 0 1.5rem; }
ol.events, ul.events { font-size: .9rem; padding-left: 1.6rem; margin: .5rem 0; }
.events li { margin-bottom: .15rem; } .events .when { color: var(--soft); }
summary { font-size: .9rem; color: var(--soft); cursor: pointer; }
video { width: 100%; display: block; margin: .5rem 0 .3rem; border-radius: .4rem; }
.maps { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; margin: 1rem 0; }
"""

_DRAWINGS: Final = """
svg.defs { position: absolute; width: 0; height: 0; }
svg.table { width: 100%; height: auto; display: block; margin: .5rem 0; }
svg .wood { fill: #5a3a24; } svg .bed { fill: #2f6f8f; } svg .cushion { fill: #265b76; }
svg .hole { fill: #14171a; } svg .spot { fill: #ffffff90; }
svg .diamond { fill: #d9c9a8; }
svg .string { stroke: #ffffff50; stroke-width: 4; fill: none; }
svg .path { fill: none; stroke-width: 9; stroke-linejoin: round; opacity: .8; }
svg .before { opacity: .45; stroke: #fff; stroke-width: 4; stroke-dasharray: 10 7; }
svg .ball circle { stroke: #00000080; stroke-width: 2; }
svg text { text-anchor: middle; dominant-baseline: central; font-weight: 700;
  font-family: system-ui, sans-serif; }
svg .mark circle { fill: #fff; stroke: #1d2329; stroke-width: 4; }
svg .mark text { font-size: 36px; fill: #1d2329; }
svg .warm { stop-color: #ffe27a; stop-opacity: .75; }
svg .cold { stop-color: #ff8a3c; stop-opacity: 0; }
svg .glow { fill: url(#glow); } svg .rest { fill: #fff; opacity: .7; }
svg .count circle { fill: #ffd54a; stroke: #1d2329; stroke-width: 4; }
svg .count text { font-size: 62px; fill: #1d2329; }
"""

_NARROW: Final = """
@media (max-width: 60rem) { .beside { grid-template-columns: minmax(0, 1fr); }
  ol.events { columns: 2; } .events li { break-inside: avoid; } }
@media screen and (max-width: 40rem) { body { padding: .8rem; }
  .result { font-size: 1.3rem; } th, td { padding: .3rem .35rem; }
  .index .time { display: none; } ol.events { columns: 1; }
  .maps, .shelves { grid-template-columns: minmax(0, 1fr); }
  .drawing { position: relative; width: 100%; aspect-ratio: 1 / var(--ratio);
    margin: .5rem 0; }
  .drawing svg.table { position: absolute; top: 50%; left: 50%; margin: 0;
    width: calc(100% * var(--ratio)); transform: translate(-50%, -50%) rotate(90deg); }
  .drawing text { transform: rotate(-90deg); transform-box: fill-box;
    transform-origin: center; }
  svg .mark circle { r: 32px; } svg .mark text { font-size: 46px; } }
"""

_PAPER: Final = """
@page { margin: 14mm; }
@media print { .filter, .slow, video, button, summary { display: none !important; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  h2, h3 { break-after: avoid; } tr { break-inside: avoid; }
  .beside { grid-template-columns: minmax(0, 5fr) minmax(0, 2fr); }
  ol.events { columns: 1; font-size: 8pt; } a { color: inherit; text-decoration: none; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
"""

STYLE: Final = "".join((_COLOURS, _TEXT, _TABLES, _SHOTS, _DRAWINGS, _NARROW, _PAPER))
