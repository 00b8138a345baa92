/** The most bytes of an answer. */
export const MOST_ANSWER_BYTES = 4_000_000;

/** Items that are written at once: each by itself takes a third longer. */
const AT_ONCE = 20;

/**
 * The JSON of a list. It is written a few items at a time, and no further than an answer may be long: the whole of a long list would be
 * written without a pause. @throws what `refusal` makes of a list that is too long
 */
export function boundedJson(items: readonly unknown[], refusal: () => Error): string {
  let written = '';
  for (let first = 0; first < items.length; first += AT_ONCE) {
    const text = JSON.stringify(items.slice(first, first + AT_ONCE)).slice(1, -1);
    written += first === 0 ? text : `,${text}`;
    if (written.length > MOST_ANSWER_BYTES) throw refusal();
  }
  return `[${written}]`;
}

/** The first of some items, at least one, that fit together. @param bytesOf of one @param most bytes of all */
export function fitting<Item>(
  items: readonly Item[],
  bytesOf: (item: Item) => number,
  most = MOST_ANSWER_BYTES,
): readonly Item[] {
  let bytes = 0;
  const over = items.findIndex((item) => (bytes += bytesOf(item)) > most);
  return over === -1 ? items : items.slice(0, Math.max(1, over));
}
