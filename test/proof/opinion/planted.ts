import type { Fault } from '../frame/planted';

const CHANGES: Readonly<Record<string, Fault['change']>> = {
  'the buffer before is ignored': ['engine/busy', '- buffers.bufferBeforeMin', '- 0'],
  'everyWeeks counts from the week after `from`': ['time/rotation', '- firstWeek) %', '- firstWeek + 1) %'],
  'the notice is a minute longer': [
    'engine/booking-window',
    'rules.minNoticeMin *',
    '(rules.minNoticeMin + 1) *',
  ],
  'the last day of the horizon is not in it': [
    'engine/booking-window',
    '+ rules.maxAdvanceDays',
    '+ rules.maxAdvanceDays - 1',
  ],
  'a boundary in the gap of spring is read by the clock after it': [
    'zones/wall-clock',
    'instant: change',
    'instant: early',
  ],
  'slots are offered in the second of two equal hours': [
    'engine/slots',
    '.instant !== start) return;',
    '.instant === undefined) return;',
  ],
  'hours end at midnight': ['engine/situation', 'this.days.at(day).end !== end', 'end > 0'],
  'an end between two minutes is rounded down': ['engine/open-time', 'Math.ceil(start', 'Math.floor(start'],
  'each seat of a session counts towards a limit': [
    'engine/limits',
    'add(session)',
    'add(session + appointmentId)',
  ],
  'the buffer after is that of the service, not of the terms': [
    'snapshot/terms',
    'own?.bufferAfterMin ?? service',
    'service',
  ],
  'helpers are at work as for an appointment without a place': [
    'engine/teams',
    '(at(locationId), start',
    '(at(null), start',
  ],
};

/** Faults that the comparison must find, by name. */
export const PLANTED: Readonly<Record<string, Fault>> = Object.fromEntries(
  Object.entries(CHANGES).map(([name, change]) => [name, { change }]),
);
