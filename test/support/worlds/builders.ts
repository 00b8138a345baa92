import type { BusinessHours, ProviderCalendar, ServiceRules } from '../../../src/booking/engine';
import { NO_SPECIAL_HOURS, weeklyHours } from '../../../src/booking/engine';

/** Epoch ms of an RFC 3339 text, read by the platform and not by the engine. */
export function at(text: string): number {
  return Date.parse(text);
}

export const MONDAY_TO_FRIDAY: BusinessHours = {
  startMin: 9 * 60,
  endMin: 17 * 60,
  days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
};

export const AROUND_THE_CLOCK: BusinessHours = {
  startMin: 0,
  endMin: 1_440,
  days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
};

/** A service of one hour without buffers or notice, and with a horizon beyond every test. */
export function aService(differences: Partial<ServiceRules> = {}): ServiceRules {
  return {
    isAvailable: true,
    durationMin: 60,
    bufferBeforeMin: 0,
    bufferAfterMin: 0,
    slotIntervalMin: null,
    minNoticeMin: 0,
    maxAdvanceDays: 365,
    capacity: 1,
    ...differences,
  };
}

/** Provider 1 in UTC, Monday to Friday 09:00–17:00, with nothing booked. */
export function aCalendar(differences: Partial<ProviderCalendar> = {}): ProviderCalendar {
  return {
    providerId: 1,
    isAvailable: true,
    offersService: true,
    timeZone: 'UTC',
    hours: weeklyHours(null, MONDAY_TO_FRIDAY),
    special: NO_SPECIAL_HOURS,
    closures: [],
    timeOff: [],
    busyElsewhere: [],
    busy: [],
    sessions: [],
    ...differences,
  };
}
