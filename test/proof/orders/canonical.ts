import { createHash } from 'node:crypto';
import type { Difference } from './state';

/** What differs each time: random texts, the time of PostgreSQL, and the tags of answers, which follow from ids. */
const RANDOM: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<uuid>'],
  [/\\\\x[0-9a-f]{16,}/g, '<bytes>'],
  [/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d\.(?!000Z)\d+(Z|[+-]\d\d(:\d\d)?)?/g, '<time>'],
  [/whsec_[\w+/=-]+/g, '<secret>'],
  [/(?<="(?:key_id|keyId)": ?")[\w-]+/g, '<key>'],
  // Programs read the code of an error: its message may change.
  [/(?<="error":\{"message":")[^"]*/g, '<message>'],
  // Ranges of ids that a webhook is not told of: which of them another request got depends on the order.
  [/(?<="leaves_out": ")[^"]*/g, '<ranges>'],
  [/(?<="etag":\s?")[^,]*(?=")/g, '<tag>'],
  [/((?=[\w-]*\d)|(?=[\w-]*[A-Z])(?=[\w-]*[a-z]))[\w-]{22,}/g, '<random>'],
];
/** An id that a request has made: see IDS in state.ts. */
const MADE = /(?<![\d.])[1-9]\d{6,7}(?![\d.])/g;
/** An id is named after its row, in which ids are named after theirs. */
const ROUNDS = 3;

/** The differences and answers as one text, the same for two runs whose effects differ in generated ids, secrets and times alone. */
export function canonical(differences: readonly Difference[], answers: readonly unknown[]): string {
  const rows = differences.map(({ table, isThere, row }) => ({
    kind: `${isThere ? '+' : '-'} ${table}`,
    id: (/"id": (\d{7,8})\b/.exec(row) ?? [])[1],
    text: withoutRandom(row),
  }));
  const owned = rows.flatMap(({ id, ...row }) => (id === undefined ? [] : { id, ...row }));
  let names = new Map(owned.map(({ id, kind }) => [id, kind]));
  const named = (text: string) => text.replaceAll(MADE, (id) => names.get(id) ?? '<id>');
  const nameOf = (kind: string, text: string) => `#${hashOf(kind + named(text))}`;
  for (let round = 0; round < ROUNDS; round++)
    names = new Map(owned.map(({ id, kind, text }) => [id, nameOf(kind, text.replaceAll(id, 'own'))]));
  const lines = rows.map(({ kind, text }) => `${kind} ${named(text)}`).sort();
  const told = answers.map((answer) => named(withoutRandom(JSON.stringify(answer))));
  return [...lines, ...told].join('\n');
}

function withoutRandom(text: string): string {
  return RANDOM.reduce((left, [pattern, name]) => left.replaceAll(pattern, name), text);
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
