/** The style sheet: light or dark, like the reader's system. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --paper: #fbfaf8; --card: #ffffff; --ink: #1d2129; --soft: #5d6675; --line: #e3e0da; --track: #efece6;
  --ours: #0f766e; --floor: #a3abb8; --missed: #c2410c; --faint: #5eb5ad;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14171c; --card: #1b1f26; --ink: #e8eaee; --soft: #9aa4b2; --line: #2b313b; --track: #262b34;
    --ours: #2dbdae; --floor: #5f6978; --missed: #fb923c; --faint: #1f7f76;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 3rem 1.25rem 4rem; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .4rem; letter-spacing: -.02em; }
h2 { font-size: 1.15rem; margin: 0 0 .15rem; letter-spacing: -.01em; }
h3 { font-size: .8rem; font-weight: 600; color: var(--soft); margin: 1.2rem 0 .3rem; text-transform: uppercase; letter-spacing: .06em; }
p { margin: 0; color: var(--soft); }
section { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 1.4rem 1.5rem 1.5rem; margin-top: 1.25rem; }
section > p { margin-bottom: .9rem; max-width: 48rem; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.4rem, 1fr)); gap: .75rem; margin-top: 1.75rem; }
.tile { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: .9rem 1rem; }
.tile b { display: block; font-size: 1.35rem; line-height: 1.3; white-space: nowrap; letter-spacing: -.02em; font-variant-numeric: tabular-nums; }
.tile span { color: var(--soft); font-size: .85rem; }
.row { display: grid; grid-template-columns: minmax(10rem, 19rem) minmax(6rem, 1fr) 9.5rem; gap: .9rem; align-items: center; min-height: 1.75rem; }
.row + .row { border-top: 1px solid var(--line); }
.row .label { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.row .value { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.row .value small, .row .label small { color: var(--soft); font-size: .82em; }
.row.missed .value b, .bad { color: var(--missed); }
svg.track { display: block; width: 100%; height: 12px; }
.back { fill: var(--track); } .ours { fill: var(--ours); } .floor { fill: var(--floor); } .miss { fill: var(--missed); } .faint { fill: var(--faint); }
.goal { stroke: var(--ink); stroke-width: 2px; vector-effect: non-scaling-stroke; }
.grid { stroke: var(--line); stroke-width: 1px; vector-effect: non-scaling-stroke; }
.legend { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; font-size: .85rem; color: var(--soft); margin-bottom: .6rem; }
.legend i { display: inline-block; width: .8rem; height: .8rem; border-radius: 2px; margin-right: .4rem; vertical-align: -.08rem; }
.legend i.tick { width: 2px; background: var(--ink); margin: 0 .75rem 0 .3rem; }
.axis { display: grid; grid-template-columns: minmax(10rem, 19rem) minmax(6rem, 1fr) 9.5rem; gap: .9rem; font-size: .78rem; color: var(--soft); }
.axis div { display: flex; justify-content: space-between; font-variant-numeric: tabular-nums; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .88rem; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: .3rem .6rem; border-top: 1px solid var(--line); white-space: nowrap; }
thead th { border-top: 0; color: var(--soft); font-weight: 500; }
th:first-child, td:first-child { text-align: left; padding-left: 0; }
th:last-child, td:last-child { padding-right: 0; }
@media (max-width: 40rem) {
  .row, .axis { grid-template-columns: 1fr auto; }
  .row .track, .axis div { grid-column: 1 / -1; grid-row: 2; }
  .row { padding: .35rem 0; } .axis > :not(div) { display: none; }
}
`;
