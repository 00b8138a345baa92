/**
 * Members of answers that no tool shows: the link of a customer is a secret, which has no place in a conversation; the others are
 * there only with `include`, which no tool takes.
 */
export const LEFT_OUT: ReadonlySet<string> = new Set([
  'manageUrl',
  'customer',
  'service',
  'provider',
  'location',
]);

/** JSON without the members that no tool shows. */
export function shown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !LEFT_OUT.has(name))
      .map(([name, inner]) => [name, shown(inner)]),
  );
}
