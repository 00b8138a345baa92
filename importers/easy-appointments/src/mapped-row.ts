import type { JsonObject } from '../../../src/platform/values/json-object';
import { present } from '../../../src/platform/values/present';
import type { SourceRow } from '../../../src/operating/imports/imported-row';
import type { Outcome } from '../../../src/operating/imports/outcome';
import type { EasyRow } from './row';

/** What a resource of Easy!Appointments is here, or why it is nothing. */
export type MappedRow = SourceRow | Outcome;

/** A row with the id that it has there. Members that are undefined are left out. */
export function mapped({ id }: EasyRow, body: JsonObject): SourceRow {
  return { sourceId: String(id), body: present(body) };
}
