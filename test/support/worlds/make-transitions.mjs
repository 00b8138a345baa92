// Writes transitions.ts from the system's zone files: node test/support/worlds/make-transitions.mjs
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

// Without Africa/Casablanca: the time-zone data of Node 20 and 24 differ about its future.
const ZONES = [
  'Africa/Cairo',
  'America/New_York',
  'America/Santiago',
  'America/Sao_Paulo',
  'Asia/Beirut',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Europe/Berlin',
  'Pacific/Chatham',
  'UTC',
];

// zdump prints two lines for each change: one second before it, and the instant of it.
function transitionsOf(zone) {
  const lines = execFileSync('zdump', ['-v', '-c', '2026,2031', zone], { encoding: 'utf8' }).split('\n');
  const sides = lines.flatMap((line) => {
    const match = /  \w{3} (\w{3} +\d+ [\d:]+ \d{4}) UT = .*gmtoff=(-?\d+)/.exec(line);
    return match ? [{ instant: Date.parse(`${match[1]} UTC`), offsetMin: Number(match[2]) / 60 }] : [];
  });
  return sides.flatMap((side, i) => {
    const last = sides[i - 1];
    if (!last || side.instant - last.instant !== 1000 || side.offsetMin === last.offsetMin) return [];
    return [[new Date(side.instant).toISOString().replace(':00.000Z', 'Z'), last.offsetMin, side.offsetMin]];
  });
}

const table = Object.fromEntries(ZONES.map((zone) => [zone, transitionsOf(zone)]));
const rows = Object.entries(table).map(([zone, list]) => {
  return `  '${zone}': [${list.map(([at, from, to]) => `['${at}', ${from}, ${to}]`).join(', ')}],`;
});
writeFileSync(
  new URL('./transitions.ts', import.meta.url),
  `/**
 * Every change of the clock from 2026 to 2030: the instant, and minutes east of UTC before and after it.
 * \`node test/support/worlds/make-transitions.mjs\` takes them from the zone files of the system, a source independent of Node.
 */
export const TRANSITIONS: Readonly<Record<string, readonly (readonly [string, number, number])[]>> = {
${rows.join('\n')}
};
`,
);
