import { refused } from '../../../src/operating/imports/outcome';
import { type ClockTime, clockTimeIn, type EasyClocks, endAfter, instantText } from './clocks';
import { type EasyRow, idIn, metadataIn, metadataOf, textIn } from './row';
import { plainTextIn } from './plain-text';
import { mapped, type MappedRow } from './mapped-row';
import { type StatusNames, unknownStatus } from '../../../src/operating/imports/status-names';
import { statusOf } from './statuses';

/** What an appointment names. */
const REFERENCES = ['customerId', 'providerId', 'serviceId'] as const;

export function customerIdIn(row: EasyRow): string | undefined {
  return idIn(row, 'customerId');
}

/** Of `appointments`. The status stays, also of those that are over; the price is that of the service, because it has none there. */
export function appointmentOf(row: EasyRow, clocks: EasyClocks, names: StatusNames): MappedRow {
  const references = Object.fromEntries(REFERENCES.map((member) => [member, idIn(row, member)]));
  const missing = REFERENCES.find((member) => references[member] === undefined);
  if (missing !== undefined) return refused(`${missing} is empty: what it named was deleted there`);
  const zone = clocks.zoneOf(references['providerId']);
  const time = timeOf(row, zone);
  if (typeof time === 'string') return refused(time);
  const { start, end } = time;
  if (start.isSkipped) return refused(`start is skipped by the clock of ${zone}`);
  const theirs = textIn(row, 'status');
  const status = statusOf(theirs, names);
  if (status === undefined) return unknownStatus(theirs ?? '');
  const booked = clockTimeIn(row, 'book', clocks.business);
  return mapped(row, {
    ...references,
    start: instantText(start.instant),
    end: instantText(endAfter(start, end)),
    status,
    notes: plainTextIn(row, 'notes'),
    createdAt: booked && instantText(booked.instant),
    metadata: {
      ...metadataIn(row, ['location', 'meetingLink', 'color']),
      ...(theirs?.toLowerCase() === status ? {} : metadataOf({ status: theirs })),
    },
  });
}

/** Of `unavailabilities`: time off of a provider. */
export function timeOffOf(row: EasyRow, clocks: EasyClocks): MappedRow {
  const providerId = idIn(row, 'providerId');
  if (providerId === undefined) return refused('providerId is empty: the provider was deleted there');
  const time = timeOf(row, clocks.zoneOf(providerId));
  if (typeof time === 'string') return refused(time);
  return mapped(row, { providerId, ...periodOf(time), reason: plainTextIn(row, 'notes') });
}

/** Of `blocked_periods`: the whole business is closed. @param zone on whose clock it is read */
export function closureOf(row: EasyRow, zone: string): MappedRow {
  const time = timeOf(row, zone);
  if (typeof time === 'string') return refused(time);
  const reason = [textIn(row, 'name'), plainTextIn(row, 'notes')].filter(Boolean).join('\n');
  return mapped(row, { ...periodOf(time), reason: reason === '' ? undefined : reason });
}

interface Time {
  readonly start: ClockTime;
  readonly end: ClockTime;
}

/** @returns what is wrong with it, if it is no time */
function timeOf(row: EasyRow, zone: string): Time | string {
  const [start, end] = [clockTimeIn(row, 'start', zone), clockTimeIn(row, 'end', zone)];
  if (start === undefined) return 'start is no date and time';
  return end === undefined ? 'end is no date and time' : { start, end };
}

/** What the clock skips at either end is no time at all. */
function periodOf({ start, end }: Time) {
  return { start: instantText(start.instant), end: instantText(end.instant) };
}
