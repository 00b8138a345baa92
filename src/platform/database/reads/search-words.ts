import { domainToUnicode } from 'node:url';

/** More words do not narrow a search any more, and each costs time. */
const MAX_WORDS = 12;
/** Trigram indexes know three letters or digits in a row. They are ASCII here: other letters depend on the locale of the database. */
const INDEXED = /[a-z0-9]{3}/i;

/** A label of a host in Punycode. E-mail addresses are stored as people read them. */
const PUNYCODE = /xn--[a-z0-9-]+/gi;

/**
 * The words of `q` as LIKE patterns, with `%`, `_` and `\` escaped; none for blank text. Leaves out a word that is part of another.
 * `hasWord` looks for them in a text.
 */
export function likePatterns(q: string | undefined): string[] {
  const words = [
    ...new Set(
      spelled(q ?? '')
        .split(/\s+/)
        .filter(isNotEmpty),
    ),
  ];
  return words
    .filter((word) => !words.some((other) => other !== word && other.includes(word)))
    .map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`);
}

/** SQL that a text has the word of a pattern, in any case, where `ß` is `ss`. The indexes for searches are on `folded` texts. */
export function hasWord(text: string, pattern: string): string {
  return `folded(${text}) like folded(${pattern})`;
}

/** The same for all words of a list of patterns. */
export function hasAllWords(text: string, patterns: string): string {
  return `folded(${text}) like all (array(select folded(word) from unnest(${patterns}::text[]) word))`;
}

/** Hosts as they are stored, and `ß` as `ss`, which an index serves. */
function spelled(q: string): string {
  const hosts = q.replaceAll(PUNYCODE, (label) => domainToUnicode(label) || label);
  return hosts.replaceAll(/[ßẞ]/g, 'ss');
}

function isNotEmpty(word: string): boolean {
  return word !== '';
}

/** Whether a trigram index serves the search for a word. Without one PostgreSQL reads the whole table. */
export function isIndexed(word: string): boolean {
  return INDEXED.test(word);
}

/** The fault of a `q` with too many words. @param maxUnindexed the number of words that may be searched without an index */
export function faultOfWords(q: string, maxUnindexed: number): string | undefined {
  const words = likePatterns(q);
  if (words.length > MAX_WORDS) return `must have at most ${MAX_WORDS} words`;
  if (words.filter((word) => !isIndexed(word)).length <= maxUnindexed) return undefined;
  return `must have at most ${maxUnindexed} words without three letters from a to z or digits in a row`;
}
