export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value of JSON is an object, rather than a list or `null`. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Names that objects of JavaScript have already: libraries would lose such keys, or take them for functions. */
export function faultOfReservedKeys(given: unknown): string | undefined {
  const keys = isJsonObject(given) ? Object.keys(given) : [];
  const reserved = keys.find((key) => key in Object.prototype || key === 'prototype');
  return reserved === undefined ? undefined : `must not have the key ${reserved}`;
}
