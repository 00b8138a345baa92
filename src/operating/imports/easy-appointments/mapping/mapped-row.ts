import type { JsonObject } from '../../../../platform/values/json-object';
import { present } from '../../../../platform/values/present';
import type { SourceRow } from '../../imported-row';
import type { Outcome } from '../../outcome';
import type { EasyRow } from '../reading/easy-row';

/** What a resource of Easy!Appointments is here, or why it is nothing. */
export type MappedRow = SourceRow | Outcome;

/** A row with the id that it has there. Members that are undefined are left out. */
export function mapped({ id }: EasyRow, body: JsonObject): SourceRow {
  return { sourceId: String(id), body: present(body) };
}
