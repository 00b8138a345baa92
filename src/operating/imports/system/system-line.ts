import type { JsonObject } from '../../../platform/values/json-object';

/** The lists that a system may have, in the order in which they name each other. */
export const SYSTEM_LISTS = [
  'categories',
  'services',
  'providers',
  'special-hours',
  'customers',
  'appointments',
  'time-off',
  'closures',
] as const;
export type SystemList = (typeof SYSTEM_LISTS)[number];

/** One row of another system, in the words of the API. Ids in it are ids there; its times may name the zone of their clock. */
export interface SystemRow {
  /** Its id there; undefined: it has none, and is known by what it says. */
  readonly id?: string;
  readonly body?: JsonObject;
  /** Why it is nothing here, instead of a body. */
  readonly refused?: string;
}

/** A line of a file: a row, and how it is called in reports. */
export interface SystemLine extends SystemRow {
  /** Such as `appointment`. */
  readonly what: string;
  /** The id behind that word, where it is another one than `id`. */
  readonly at?: string;
  /** As the other system has it; undefined: as its body says it. */
  readonly row?: unknown;
  /** The secret of the link by which the customer of an appointment has managed it. */
  readonly oldLink?: string;
  /** What a closure is for each provider, as time off, where their clocks differ. */
  readonly each?: readonly SystemRow[];
}

/** Lines that were read together. */
export interface SystemPage {
  readonly list: SystemList;
  readonly lines: readonly SystemLine[];
  /** How many rows of its kind were read, these included, and how many there are. */
  readonly done: number;
  readonly total: number;
  readonly kind: string;
}
