import { Check, Entity } from 'typeorm';
import { bigint, flag, json, primary, RowOf } from '../database/entity-columns';
import type { IdRange } from './trail-cursor';

/** How far events are numbered: the only stored cursor of the audit trail, with the last number. It has one row. */
@Entity('event_numbering')
@Check('event_numbering_one_row', 'only_row')
export class EventNumberingState extends RowOf({
  onlyRow: primary(flag({ default: true })),
  lastEvent: bigint(),
  seen: bigint(),
  gaps: json<readonly IdRange[]>(),
  oldGaps: json<readonly IdRange[]>(),
  /** The id of a transaction. */
  horizon: bigint(),
}) {}
