/**
 * Compares docs/openapi.json with the contract of the last release, docs/released/contract.json, and fails on a change that breaks
 * clients, unless package.json has a new major version. The contract is a file, not a tag, so that archives and shallow clones have
 * it, too. It is the document without its texts and examples. `npm run release` replaces it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiDiff } from 'api-smart-diff';

export const CONTRACT = 'docs/released/contract.json';

/** What no client depends on. */
const WORDS = ['description', 'summary', 'example', 'examples', 'x-codeSamples', 'x-tagGroups', 'tags'];

/** The text of the contract of a document, a path on each line. */
export function contractOf(document) {
  const { openapi, info, paths, components } = document;
  const contract = withoutWords({
    openapi,
    info: { title: info.title, version: info.version },
    paths,
    components,
  });
  return `${JSON.stringify(contract).replaceAll('},"/', '},\n"/')}\n`;
}

/** A line for each change that breaks clients. */
export function breakingChanges(released, document) {
  const now = JSON.parse(contractOf(document));
  return apiDiff(released, now)
    .filter((change) => change.path[0] === 'paths' && isBreaking(change))
    .map(({ action, path, before, after }) => {
      const [, route, method, ...rest] = path;
      const values = action === 'replace' ? `: ${JSON.stringify(before)}, now ${JSON.stringify(after)}` : '';
      const operation = [method?.toUpperCase(), route].filter(Boolean).join(' ');
      return `${operation}: ${action} ${rest.join('.') || 'operation'}${values}`;
    });
}

/** `api-smart-diff` finds the changes. It judges most of them as we do, but not those below. */
function isBreaking({ type, action, path, before, after }) {
  const [list, name] = path.slice(-2);
  if (path.includes('responses')) {
    // Answers may get more values and more forms of errors: docs/operating/releases.md tells clients so.
    if (action === 'add' && ['enum', 'anyOf', 'oneOf'].includes(list)) return false;
    if (['type', 'format'].includes(name) || (name === 'nullable' && after === true)) return true;
  } else if (path.includes('requestBody')) {
    // One value more is taken.
    if (name === 'nullable') return after !== true;
    if (list === 'properties' && action === 'remove') return true;
    // The first value of a list: there was none, and each value was taken.
    if (list === 'enum' && action === 'add' && name === 0) return true;
  } else if (path.includes('parameters') && name === 'pattern' && action === 'replace') {
    return !takesMore(before, after);
  }
  return type === 'breaking';
}

/** Alternatives that have no group inside. */
const ALTERNATIVES = /\([^()]*\|[^()]*\)/g;

/** Whether a pattern differs from another one in further alternatives alone, as in a list of names. */
function takesMore(before, after) {
  const [all, known] = [after, before].map((pattern) => pattern.match(ALTERNATIVES) ?? []);
  const isKept = (group, nth) =>
    group
      .slice(1, -1)
      .split('|')
      .every((each) => all[nth]?.slice(1, -1).split('|').includes(each));
  const [one, other] = [before, after].map((pattern) => pattern.replaceAll(ALTERNATIVES, '()'));
  return one === other && known.every(isKept);
}

/** A member of a schema may be called as a word: only what describes is left out. */
function withoutWords(node, parent = '') {
  if (Array.isArray(node)) return node.map((each) => withoutWords(each));
  if (typeof node !== 'object' || node === null) return node;
  const kept = Object.entries(node).filter(([name]) => parent === 'properties' || !WORDS.includes(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutWords(value, name)]));
}

function check(root) {
  const read = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));
  const released = read(CONTRACT);
  const { version } = read('package.json');
  const [major, majorBefore] = [version, released.info.version].map((each) => Number(each.split('.')[0]));
  const changes = breakingChanges(released, read('docs/openapi.json'));
  if (changes.length === 0)
    console.log(`Nothing that clients of ${released.info.version} rely on has changed.`);
  else if (major > majorBefore)
    console.log(`${version} announces ${changes.length} changes that break clients.`);
  else {
    for (const change of changes) console.error(change);
    console.error(
      `Clients of ${released.info.version} break. Only a new major version may do that: see docs/operating/releases.md.`,
    );
    process.exitCode = 1;
  }
}

if (process.argv[1] === import.meta.filename) check(process.argv[2] ?? '.');
