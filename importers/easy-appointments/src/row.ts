import { isJsonObject, type JsonObject } from './json';

export type Metadata = Readonly<Record<string, string>>;

/** The longest value of metadata in the service, in characters. */
const MAX_VALUE = 500;

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

/** Metadata of the members that have a text. */
export function metadataIn(row: JsonObject, members: readonly string[]): Metadata {
  return metadataOf(Object.fromEntries(members.map((member) => [member, textIn(row, member)])));
}

/** The most values that one text takes: so a customer with five long fields stays below the most that metadata may have. */
const MOST_PARTS = 8;

/** Metadata of the texts that are there. A text longer than a value may be goes on in others: `notes`, `notes.2`. */
export function metadataOf(texts: Readonly<Record<string, string | undefined>>): Metadata {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([key, text = '']) =>
      partsOf(text).map((part, i): [string, string] => [i === 0 ? key : `${key}.${i + 1}`, part]),
    ),
  );
}

function partsOf(text: string): readonly string[] {
  const all = Array.from(text);
  const most = MOST_PARTS * MAX_VALUE;
  const characters = all.length > most ? [...all.slice(0, most - 1), '…'] : all;
  const count = Math.ceil(characters.length / MAX_VALUE);
  return Array.from({ length: count }, (_, i) =>
    characters.slice(i * MAX_VALUE, (i + 1) * MAX_VALUE).join(''),
  );
}
