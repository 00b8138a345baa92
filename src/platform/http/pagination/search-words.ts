/**
 * The words of a `q`, as patterns of LIKE in which `%`, `_` and `\` stand for themselves. Blank text has none. A word that is
 * a part of another one is left out: it is found wherever that one is.
 */
export function likePatterns(q: string | undefined): string[] {
  const words = [...new Set((q ?? '').split(/\s+/).filter((word) => word !== ''))];
  return words
    .filter((word) => !words.some((other) => other !== word && other.includes(word)))
    .map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`);
}
