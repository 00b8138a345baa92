import { isJsonObject, type JsonObject } from '../../../../platform/values/json-object';

/**
 * A resource as Easy!Appointments answers it. Its shapes are those of `api_encode` in `application/models/*_model.php` of versions 1.5
 * and 1.6 (github.com/alextselegidis/easyappointments). Only the id is certain: all else depends on the version, and on what people typed.
 */
export interface EasyRow extends JsonObject {
  readonly id: number;
}

export function isEasyRow(value: unknown): value is EasyRow {
  return isJsonObject(value) && Number.isSafeInteger(value['id']);
}

/** A text without white space at its ends; undefined: it is empty, null or no text. */
export function textIn(row: JsonObject, member: string): string | undefined {
  const value = row[member];
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return undefined;
  // Control characters get into notes by copying them from other programs.
  const trimmed = text.replaceAll(/(?![\n\r\t])\p{Cc}/gu, '').trim();
  return trimmed === '' ? undefined : trimmed;
}

/** A number, which some versions of PHP and MySQL answer as text. */
export function numberIn(row: JsonObject, member: string): number | undefined {
  const value = row[member];
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** The id of another resource, as text; undefined: it was deleted there. */
export function idIn(row: JsonObject, member: string): string | undefined {
  const id = numberIn(row, member);
  return id === undefined ? undefined : String(id);
}

/** The members of `metadata` that have a text. */
export function metadataIn(
  row: JsonObject,
  members: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(members).flatMap(([key, member]) => {
      const text = textIn(row, member);
      return text === undefined ? [] : [[key, text]];
    }),
  );
}
