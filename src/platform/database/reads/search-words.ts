/** More words do not narrow a search any more, and each costs time. */
const MAX_WORDS = 12;
/** Trigram indexes know three letters or digits in a row. They are ASCII here: other letters depend on the locale of the database. */
const INDEXED = /[a-z0-9]{3}/i;

/** The words of `q` as LIKE patterns, with `%`, `_` and `\` escaped; none for blank text. Leaves out a word that is part of another. */
export function likePatterns(q: string | undefined): string[] {
  const words = [...new Set((q ?? '').split(/\s+/).filter((word) => word !== ''))];
  return words
    .filter((word) => !words.some((other) => other !== word && other.includes(word)))
    .map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`);
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
