import { Entity } from 'typeorm';
import { INTERNAL, PLAIN } from '../../platform/database/columns';
import {
  column,
  id,
  json,
  linkCounter,
  orNull,
  RowOf,
  text,
  timestamp,
} from '../../platform/database/entity-columns';

/** Appointments that recur. Each of them names its series. */
@Entity('series')
export class Series extends RowOf({
  id: id(),
  /** The value of an RRULE (RFC 5545), as it was given. */
  rrule: text(PLAIN),
  exdates: column<readonly string[]>('date', PLAIN, { array: true }),
  /** The zone of the provider when it was booked. */
  timezone: text(PLAIN),
  /** The occurrences that the latest write could not book: a list of `{date, start, reason, alternatives}`. */
  skipped: json<readonly object[]>(INTERNAL),
  linkCounter: linkCounter(),
  /**
   * Where the rule begins, on the clock of the zone: `2026-12-01T10:15`. The time is that of the series as it is now. Null: booked by a
   * version before; each of its appointments keeps a calendar entry of its own.
   */
  firstStart: orNull(text(INTERNAL)),
  createdAt: timestamp(PLAIN),
}) {}
