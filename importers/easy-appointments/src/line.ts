import type { JsonObject } from './json';
import type { EasyRow } from './row';

/** The files of a folder that the service takes (docs/reference/moving.md), in the order in which they name each other. */
export const FILES = [
  'categories',
  'services',
  'providers',
  'special-hours',
  'customers',
  'appointments',
  'time-off',
  'closures',
] as const;
export type FileName = (typeof FILES)[number];

/** What a resource is in the words of the API, or why it is nothing. */
export type Said =
  | { readonly id: string; readonly body: JsonObject; readonly oldLink?: string }
  | { readonly refused: string };

/** A line of a file: one row for the service. */
export type Line = Said & {
  /** What it is called in reports, in front of `at`. */
  readonly what: string;
  /** The id there that reports name. */
  readonly at?: string;
  /** As the system shows it. */
  readonly row: unknown;
  /** What a closure is for each provider, where their clocks differ. */
  readonly each?: readonly Said[];
};

/** Lines that were read together. */
export interface Page {
  readonly list: FileName;
  readonly lines: readonly Line[];
  /** How many rows of the collection were read, these included, and how many it has. */
  readonly done: number;
  readonly total: number;
  /** What the collection is called. */
  readonly kind: string;
}

/** A row with the id that it has there. Members that are undefined are left out. */
export function said({ id }: EasyRow, body: JsonObject): Said & { readonly body: JsonObject } {
  const present = Object.entries(body).filter(([, value]) => value !== undefined);
  return { id: String(id), body: Object.fromEntries(present) };
}

/** The settings of a provider hold its keys of other calendars; a hash is the link of a customer. */
export function lineOf(what: string, row: EasyRow, mapped: Said): Line {
  const shown = Object.entries(row).filter(([member]) => member !== 'settings' && member !== 'hash');
  return { what, at: String(row.id), ...mapped, row: Object.fromEntries(shown) };
}
