import type { Language } from '../../../platform/values/language';
import type { Interval } from '../../../platform/time/interval';
import type { CalendarEvent } from '../../icalendar/calendar-event';
import type { AppointmentFacts } from '../message-facts';

/** The events of one calendar entry, with their times in one zone. The first of them says whether the entry is cancelled. */
export interface Entry {
  /** IANA name. */
  readonly zone: string;
  readonly span: Interval;
  readonly events: readonly CalendarEvent[];
}

/** What all events of an entry have in common. */
export type Common = Pick<
  CalendarEvent,
  'uid' | 'sequence' | 'stamp' | 'createdAt' | 'updatedAt' | 'invitation'
>;

/** An appointment with its status. */
export type StatedFacts = AppointmentFacts & Required<Pick<AppointmentFacts, 'status'>>;

export type Words = Pick<CalendarEvent, 'summary' | 'description' | 'location'>;

/** Words calendar entries in a language. */
export interface EntryWords {
  readonly language: Language;
  /** One appointment. */
  of(facts: StatedFacts): Words;
  /** Several in a row, in the order of time. */
  ofAll(all: readonly StatedFacts[]): Words;
}

/** Offers alone have no status, and no entry. */
export function stated(facts: AppointmentFacts): StatedFacts {
  return { ...facts, status: facts.status ?? 'confirmed' };
}

export function takesPlace({ status }: StatedFacts): boolean {
  return status !== 'cancelled';
}
