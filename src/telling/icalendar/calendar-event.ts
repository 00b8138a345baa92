import type { Status } from '../../booking/appointment-status';
import type { Interval } from '../../platform/time/interval';
import type { LocalStart } from '../../platform/time/zones/wall-clock';

/** An appointment as a calendar shows it. Instants are epoch ms. */
export interface CalendarEvent extends Interval {
  readonly uid: string;
  readonly sequence: number;
  readonly status: Status;
  readonly summary: string;
  readonly description: string | null;
  readonly location: string | null;
  /** DTSTAMP: without a method, the time of the last change (RFC 5545, section 3.8.7.2); with one, when the object was made. */
  readonly stamp: number;
  /** Absent: not said. */
  readonly createdAt?: number;
  readonly updatedAt?: number;
  /** Of a series. Its start and end are those of the first date of the rule, whether it takes place or not. */
  readonly recurrence?: Recurrence;
  /** The start by the rule, on the clock of the zone, of the occurrence that it is. */
  readonly occurrence?: LocalStart;
  /** Absent: an event for oneself, not an invitation. */
  readonly invitation?: Invitation;
}

/** When a series takes place. Times are on the clock of the zone of the calendar. */
export interface Recurrence {
  /** The value of an RRULE. */
  readonly rule: string;
  readonly from: LocalStart;
  readonly durationMin: number;
  readonly excluded: readonly LocalStart[];
}

export interface Invitation {
  readonly organizer: Person;
  readonly attendee: Person;
}

interface Person {
  readonly name: string;
  readonly email: string;
}
