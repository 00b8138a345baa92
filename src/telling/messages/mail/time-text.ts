import { formatInstant } from '../../../platform/time/instant-text';
import { localTimeOf } from '../../../platform/time/zones/wall-clock';
import { timeText } from '../../../platform/time/local-date';

const DATE = new Intl.DateTimeFormat('en', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** An interval in a time zone, for people to read: `Tuesday, 1 December 2026, 09:00 to 09:45 (Europe/Berlin, UTC+01:00)`. */
export function spanText(start: number, end: number, zone: string): string {
  const [from, to] = [localText(start, zone), localText(end, zone)];
  const until = to.date === from.date ? to.time : `${to.date}, ${to.time}`;
  return `${from.date}, ${from.time} to ${until} (${zoneText(start, zone)})`;
}

/** `Tuesday, 1 December 2026, 09:00`. */
export function startText(start: number, zone: string): string {
  const { date, time } = localText(start, zone);
  return `${date}, ${time}`;
}

function localText(instant: number, zone: string): { date: string; time: string } {
  const { date, timeMin } = localTimeOf(instant, zone);
  const parts = DATE.formatToParts(Date.parse(`${date}T00:00:00Z`));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? '';
  return {
    date: `${part('weekday')}, ${part('day')} ${part('month')} ${part('year')}`,
    time: timeText(timeMin),
  };
}

/** The zone with its offset, which distinguishes the two passes of an hour that a clock change repeats. */
function zoneText(instant: number, zone: string): string {
  const offset = /[+-]\d\d:\d\d$/.exec(formatInstant(instant, zone))?.[0];
  return offset === undefined ? 'UTC' : `${zone}, UTC${offset}`;
}
