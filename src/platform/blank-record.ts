/**
 * An object with some members, all null. V8 copies it (`{ ...blank }`) and sets its members in a twentieth of the time in which an object
 * grows by as many, and it keeps large objects that grow as hash tables. A spread is slow where it adds a member, and quick where it sets
 * one (docs/contributing/measurements.md).
 */
export function blankRecord(names: readonly string[]): object {
  const members = names.map((name) => [name, null] as const);
  // An object that was read from JSON has not grown.
  return JSON.parse(JSON.stringify(Object.fromEntries(members))) as object;
}
