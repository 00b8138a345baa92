/** The words of a `q`, as ILIKE patterns in which `%`, `_` and `\` stand for themselves. Blank text has none. */
export function likePatterns(q: string | undefined): string[] {
  return (q ?? '')
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`);
}
