/**
 * The whole style of the page, which stands in it: one accent, and red where something was refused. Logical properties alone, so that it
 * turns with `dir`. Text has a contrast of 4.5 at least, edges of inputs 3, and what can be clicked is 44 px high.
 */
export const PAGE_STYLE = `
:root{color-scheme:light dark;--page:#f5f4f0;--card:#fff;--ink:#1c1b18;--soft:#5d5a52;--line:#e4e1d9;--edge:#86827a;--accent:#0a6652;--on:#fff;--tint:#e6f1ed;--bad:#a02a1c;--bad-tint:#fbecea}
@media (prefers-color-scheme:dark){:root{--page:#121311;--card:#1b1c1a;--ink:#eeece6;--soft:#aca89e;--line:#33342f;--edge:#7c7a72;--accent:#79d3bb;--on:#05251d;--tint:#1a2d27;--bad:#ffa79c;--bad-tint:#351c19}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--page);color:var(--ink);font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif;overflow-wrap:anywhere}
header,main,footer{max-inline-size:36rem;margin-inline:auto;padding-inline:1rem}
header{padding-block:2rem 1rem;color:var(--soft);font-weight:600}
main{padding-block-end:1rem}
p,h1,h2,h3,dl,dd,ul,ol,fieldset{margin:0;padding:0}
ul,ol{list-style:none}
h1{font-size:1.75rem;line-height:1.2;letter-spacing:-.015em;text-wrap:balance}
h2{font-size:1.0625rem;line-height:1.35}
a{color:var(--accent);text-underline-offset:.2em}
.card{display:grid;gap:1.5rem;padding:1.5rem;border:1px solid var(--line);border-radius:1rem;background:var(--card)}
.card+.card,.card+.deadlines,.deadlines+.card{margin-block-start:1rem}
.stack{display:grid;gap:.5rem}
.soft,.zone{color:var(--soft)}
.zone{font-size:.875rem}
.back{display:inline-flex;align-items:center;gap:.4rem;min-block-size:2.75rem;margin-block-end:.25rem;text-decoration:none}
.back:hover{text-decoration:underline}
.back::before,.day-links a::before,.day-links a::after{content:"";inline-size:.5rem;block-size:.5rem;border:solid currentColor;border-width:2px 0 0 2px;transform:rotate(-45deg)}
[dir=rtl] .back::before{transform:rotate(45deg)}
.notice,.alert{margin-block-end:1rem;padding:.875rem 1.25rem;border-radius:.75rem;border-inline-start:4px solid var(--accent);background:var(--tint)}
.alert{border-color:var(--bad);background:var(--bad-tint)}
.status{justify-self:start;padding:.125rem .75rem;border:1px solid var(--edge);border-radius:1rem;color:var(--soft);font-size:.875rem;font-weight:600}
.is-on{border-color:transparent;background:var(--tint);color:var(--accent)}
.when{font-size:1.125rem;font-weight:600;line-height:1.4}
.when a{display:inline-block;min-block-size:1.75rem}
.is-off .when{color:var(--soft);text-decoration:line-through}
dl{display:grid;gap:.75rem}
dt{color:var(--soft);font-size:.875rem}
dd,.lines{white-space:pre-line}
@media (min-width:30rem){.card{padding:2rem}.rows>div{display:grid;grid-template-columns:8rem 1fr;gap:1rem}.rows dt{padding-block-start:.1rem}}
.list{display:grid;gap:1.25rem}
.list>li+li{padding-block-start:1.25rem;border-block-start:1px solid var(--line)}
.actions{display:flex;flex-wrap:wrap;gap:.75rem}
.button{display:inline-flex;align-items:center;justify-content:center;min-block-size:2.75rem;padding:.5rem 1.25rem;border:1px solid var(--edge);border-radius:.75rem;background:none;color:var(--ink);font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
.button:hover{border-color:var(--accent);color:var(--accent)}
.main{border-color:var(--accent);background:var(--accent);color:var(--on)}
.main:hover{color:var(--on);filter:brightness(1.08)}
@media (max-width:29.99rem){.actions{display:grid}}
:focus-visible{outline:3px solid var(--accent);outline-offset:3px;border-radius:.25rem}
.button:focus-visible{border-radius:.75rem}
form{display:grid;gap:1.5rem}
fieldset{min-inline-size:0;border:0;display:grid;gap:.75rem}
legend,.label{padding:0;font-weight:600}
legend{margin-block-end:.75rem}
.field{display:grid;gap:.375rem}
.field[aria-invalid],.field:has([aria-invalid]){padding-inline-start:1rem;border-inline-start:4px solid var(--bad)}
.fault{color:var(--bad);font-weight:600}
.needed{font-weight:400;color:var(--soft)}
.input{inline-size:100%;min-block-size:2.75rem;padding:.5rem .75rem;border:1px solid var(--edge);border-radius:.75rem;background:var(--page);color:inherit;font:inherit}
textarea.input{resize:vertical}
.days,.times{display:grid;gap:.5rem;grid-template-columns:repeat(auto-fill,minmax(3.1rem,1fr))}
.times{grid-template-columns:repeat(auto-fill,minmax(6rem,1fr))}
.wide{grid-template-columns:1fr}
@media (min-width:30rem){.days{grid-template-columns:repeat(7,1fr)}}
.day,.time span{display:grid;place-content:center;gap:.0625rem;min-block-size:2.75rem;padding:.375rem .25rem;border:1px solid var(--edge);border-radius:.75rem;text-align:center;line-height:1.25;text-decoration:none;color:inherit;font-weight:600;cursor:pointer}
.day small,.time small{font-size:.75rem;font-weight:400;color:var(--soft)}
.day:hover,.time span:hover{border-color:var(--accent)}
.none{border-color:transparent;color:var(--soft);font-weight:400;cursor:auto}
.none:hover{border-color:transparent}
.time{position:relative}
.time input,.choice input{accent-color:var(--accent)}
.time input{position:absolute;inset:0;inline-size:100%;block-size:100%;margin:0;opacity:0;cursor:pointer}
.day[aria-current],.time input:checked+span{border-color:var(--accent);background:var(--accent);color:var(--on)}
.day[aria-current] small,.time input:checked+span small{color:inherit}
.time input:focus-visible+span{outline:3px solid var(--accent);outline-offset:3px}
.choices{display:grid;gap:.25rem}
.choice{display:flex;align-items:center;gap:.75rem;min-block-size:2.75rem;cursor:pointer}
.choice input{inline-size:1.25rem;block-size:1.25rem;flex:none;margin:0}
.day-links{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.5rem 1.5rem}
.day-links a{display:inline-flex;align-items:center;gap:.4rem;min-block-size:2.75rem}
.day-links a::after,.day-links .later::before{display:none}
.day-links .later::after{display:block;transform:rotate(135deg)}
[dir=rtl] .day-links a::before{transform:rotate(45deg)}
[dir=rtl] .day-links .later::after{transform:rotate(-135deg)}
.later{margin-inline-start:auto}
.deadlines{padding-inline:1.5rem;color:var(--soft);font-size:.9375rem;display:grid;gap:.5rem}
@media (min-width:30rem){.deadlines{padding-inline:2rem}}
footer{padding-block:1.5rem 3rem;color:var(--soft);font-size:.9375rem}
footer>div{padding-block-start:1.5rem;border-block-start:1px solid var(--line);display:grid;gap:.25rem}
address{font-style:normal;display:grid;gap:.25rem}
footer a{display:inline-block;min-block-size:1.75rem;color:inherit}
`;
