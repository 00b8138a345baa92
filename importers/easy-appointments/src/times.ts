import { clockTimeIn, type EasyClocks } from './clocks';
import { type Said, said } from './line';
import { plainTextIn } from './plain-text';
import { type EasyRow, idIn, metadataIn, metadataOf, textIn } from './row';
import { statusOf, type StatusNames } from './statuses';

/** What an appointment names. */
const REFERENCES = ['customerId', 'providerId', 'serviceId'] as const;

/** Of `appointments`. The status stays, also of those that are over; the price is that of the service, because it has none there. */
export function appointmentOf(row: EasyRow, clocks: EasyClocks, names: StatusNames): Said {
  const references = Object.fromEntries(REFERENCES.map((member) => [member, idIn(row, member)]));
  const missing = REFERENCES.find((member) => references[member] === undefined);
  if (missing !== undefined) return { refused: `${missing} is empty: what it named was deleted there` };
  const time = timeOf(row, clocks.zoneOf(references['providerId']));
  if (typeof time === 'string') return { refused: time };
  const theirs = textIn(row, 'status');
  const status = statusOf(theirs, names);
  if (status === undefined)
    return { refused: `the meaning of the status "${theirs ?? ''}" is not known: say it with --statuses` };
  const appointment = said(row, {
    ...references,
    ...time,
    status,
    notes: plainTextIn(row, 'notes'),
    createdAt: clockTimeIn(row, 'book', clocks.business),
    metadata: {
      ...metadataIn(row, ['location', 'meetingLink', 'color']),
      ...(theirs?.toLowerCase() === status ? {} : metadataOf({ status: theirs })),
    },
  });
  const oldLink = textIn(row, 'hash');
  return oldLink === undefined ? appointment : { ...appointment, oldLink };
}

/** Of `unavailabilities`: time off of a provider. */
export function timeOffOf(row: EasyRow, clocks: EasyClocks): Said {
  const providerId = idIn(row, 'providerId');
  if (providerId === undefined) return { refused: 'providerId is empty: the provider was deleted there' };
  const time = timeOf(row, clocks.zoneOf(providerId));
  if (typeof time === 'string') return { refused: time };
  return said(row, { providerId, ...time, reason: plainTextIn(row, 'notes') });
}

/**
 * Of `blocked_periods`, in which the whole business is closed. Easy!Appointments reads them on the clock of each provider: where these
 * differ, it also says what such a period is for each.
 */
export function closureOf(row: EasyRow, clocks: EasyClocks): Said & { readonly each?: readonly Said[] } {
  const zones = [...new Set(clocks.zones.values())];
  const time = timeOf(row, zones[0] ?? clocks.business);
  if (typeof time === 'string') return { refused: time };
  const text = [textIn(row, 'name'), plainTextIn(row, 'notes')].filter(Boolean).join('\n');
  const reason = text === '' ? undefined : text;
  const closure = said(row, { ...time, reason });
  if (zones.length < 2) return closure;
  const each = [...clocks.zones].map(([providerId, zone]) => {
    const { body } = said(row, { providerId: String(providerId), ...(timeOf(row, zone) as Time), reason });
    return { id: `blocked-${row.id}:${providerId}`, body };
  });
  return { ...closure, each };
}

interface Time {
  readonly start: string;
  readonly end: string;
}

/** @returns what is wrong with it, if it is no time */
function timeOf(row: EasyRow, zone: string): Time | string {
  const [start, end] = [clockTimeIn(row, 'start', zone), clockTimeIn(row, 'end', zone)];
  if (start === undefined) return 'start is no date and time';
  return end === undefined ? 'end is no date and time' : { start, end };
}
