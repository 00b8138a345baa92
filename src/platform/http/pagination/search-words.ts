/**
 * The words of a `q` as patterns of LIKE, in which `%`, `_` and `\` are escaped. Blank text has none. A word that is part of
 * another word is left out, because each text with the longer word contains it.
 */
export function likePatterns(q: string | undefined): string[] {
  const words = [...new Set((q ?? '').split(/\s+/).filter((word) => word !== ''))];
  return words
    .filter((word) => !words.some((other) => other !== word && other.includes(word)))
    .map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`);
}
