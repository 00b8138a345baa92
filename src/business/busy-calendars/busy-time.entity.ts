import { Check, Entity } from 'typeorm';
import { int, primary, RowOf, timestamp } from '../../platform/database/entity-columns';
import { BusyCalendar } from './busy-calendar.entity';

/** A stretch in which a busy calendar has something. Those of one calendar neither overlap nor touch. */
@Entity('busy_times')
@Check('busy_times_not_empty', 'start_at < end_at')
export class BusyTime extends RowOf({
  calendarId: primary(int({ references: () => BusyCalendar, onDelete: 'CASCADE' })),
  startAt: primary(timestamp()),
  endAt: timestamp(),
}) {}
