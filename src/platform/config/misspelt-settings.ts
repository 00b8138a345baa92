import { settings } from './settings';

const KNOWN = Object.values(settings).map(({ variable }) => variable);
const WORDS = new Set(KNOWN.filter((name) => name.includes('_')).map(firstWord));
/** Kubernetes and Docker describe other services in variables such as REDIS_SERVICE_HOST and REDIS_PORT_6379_TCP. */
const OF_OTHER_SERVICE = /_SERVICE_(HOST|PORT)|_PORT_\d+_/;

/** Names the nearest setting for each unknown variable that starts with a setting's first word or differs by a letter or two. */
export function misspeltSettings(environment: Readonly<Record<string, string | undefined>>): string[] {
  return Object.keys(environment)
    .filter((name) => !KNOWN.includes(name) && isLikeSetting(name, environment[name] ?? ''))
    .sort()
    .map((name) => `${name} is not a setting; did you mean ${nearestTo(name)}?`);
}

function isLikeSetting(name: string, value: string): boolean {
  if (OF_OTHER_SERVICE.test(name) || value.startsWith('tcp://')) return false;
  const nearest = nearestTo(name);
  // Two letters are much of a short name: PGHOST is not HOST.
  const allowed = nearest.length > 6 ? 2 : 1;
  return distance(name.toUpperCase(), nearest) <= allowed || WORDS.has(firstWord(name));
}

function nearestTo(name: string): string {
  const distances = KNOWN.map((known) => distance(name.toUpperCase(), known));
  const sameWord = KNOWN.map((known) => (firstWord(known) === firstWord(name) ? 0 : 3));
  const costs = distances.map((each, index) => each + (sameWord[index] ?? 0));
  return KNOWN[costs.indexOf(Math.min(...costs))] ?? '';
}

function firstWord(name: string): string {
  return name.slice(0, name.indexOf('_') + 1);
}

/** The number of letters to insert, delete or replace that make one word of the other (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of Array.from(one).entries()) {
    const next = [index + 1];
    for (const [column, otherLetter] of Array.from(other).entries()) {
      const replaced = (row[column] ?? 0) + (letter === otherLetter ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
