import { Check, Entity } from 'typeorm';
import { INTERNAL, PLAIN } from '../../platform/database/columns';
import { column, orNull, primary, RowOf, smallint, texts } from '../../platform/database/entity-columns';

/** The only row: the window that bounds the hours of every provider, and the weekdays worked by default. */
@Entity('business_hours')
@Check('business_hours_one_row', 'id = 1')
@Check(
  'business_hours_window_sane',
  '0 <= work_start_min and work_start_min < work_end_min and work_end_min <= 1440',
)
export class BusinessHours extends RowOf({
  id: primary(smallint(PLAIN)),
  workStartMin: smallint(PLAIN),
  workEndMin: smallint(PLAIN),
  /** Weekday names, Monday first. */
  days: texts(PLAIN),
  /** The window as a fresh database or an import has left it. Null, or another one than the window: it was set. */
  defaultWindow: orNull(column<string>('int4range', INTERNAL)),
}) {}
