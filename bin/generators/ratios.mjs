import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../sources.mjs';

/** Draws the committed figures of `bench/figures.json`: how the ratios to the floor changed from version to version. */

const ROW = 26;
const LEFT = 260;
const WIDTH = 860;
const PLOT = WIDTH - LEFT - 70;
const TOP = 70;
/** The marks of the logarithmic axis. */
const TICKS = [1, 1.5, 2, 3, 4, 6, 8, 10];
/** From the oldest version to the newest. */
const COLOURS = ['#c7d3e0', '#9db4cc', '#7396b8', '#4a78a3', '#215a8e', '#0b3c66'];

/** @param file `docs/contributing/ratios-<number of appointments>.svg` */
export function generate(file) {
  const appointments = Number(/\d+/.exec(file)?.[0]);
  const all = JSON.parse(readFileSync(join(ROOT, 'bench/figures.json'), 'utf8'));
  const versions = all.filter((each) => each.appointments === appointments).slice(-COLOURS.length);
  const names = [...new Set(versions.flatMap(({ operations }) => Object.keys(operations)))].filter((name) =>
    versions.some(({ operations }) => operations[name]?.ratio !== undefined),
  );
  const height = TOP + names.length * ROW + 20;
  const colours = COLOURS.slice(-versions.length);
  const size = appointments.toLocaleString('en');
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="Time per request as a multiple of the floor, by version, over ${size} appointments">`,
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    `<text x="12" y="22" font-size="14" font-weight="600">Time per request as a multiple of the floor, ${size} appointments</text>`,
    ...versions.map(({ version }, index) => legend(version, index, colours)),
    ...TICKS.map((times) => tick(times, height)),
    ...names.flatMap((name, index) => row(name, index, versions, colours)),
    '</svg>',
    '',
  ].join('\n');
}

function legend(version, index, colours) {
  const x = 12 + index * 120;
  return `<circle cx="${x + 5}" cy="40" r="5" fill="${colours[index]}"/><text x="${x + 15}" y="44">${escaped(version)}</text>`;
}

function tick(times, height) {
  const x = at(times);
  return `<line x1="${x}" x2="${x}" y1="${TOP - 8}" y2="${height - 16}" stroke="#e6e6e6"/><text x="${x}" y="${TOP - 12}" text-anchor="middle" fill="#666">${times} ×</text>`;
}

function row(name, index, versions, colours) {
  const y = TOP + index * ROW + ROW / 2;
  const measured = versions.flatMap(({ operations }, version) => {
    const { ratio } = operations[name] ?? {};
    return ratio === undefined ? [] : [{ ratio, colour: colours[version] }];
  });
  const { title } = versions.findLast(({ operations }) => operations[name] !== undefined).operations[name];
  const latest = measured.at(-1);
  const [least, most] = [Math.min, Math.max].map((pick) => at(pick(...measured.map(({ ratio }) => ratio))));
  return [
    `<text x="${LEFT - 12}" y="${y + 4}" text-anchor="end">${escaped(title)}</text>`,
    `<line x1="${least}" x2="${most}" y1="${y}" y2="${y}" stroke="#c7d3e0" stroke-width="2"/>`,
    ...measured.map(({ ratio, colour }) => `<circle cx="${at(ratio)}" cy="${y}" r="5" fill="${colour}"/>`),
    `<text x="${WIDTH - 12}" y="${y + 4}" text-anchor="end" font-weight="600">${latest.ratio} ×</text>`,
  ];
}

function at(times) {
  const share = Math.log(Math.min(Math.max(times, 1), TICKS.at(-1))) / Math.log(TICKS.at(-1));
  return Math.round((LEFT + share * PLOT) * 10) / 10;
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
