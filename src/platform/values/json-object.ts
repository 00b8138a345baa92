export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value of JSON is an object, rather than a list or `null`. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
