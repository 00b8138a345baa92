import {
  type Reading,
  type ReadingTask,
  readBusyTimes,
} from '../../../src/business/busy-calendars/reading/busy-times';
import { unite } from '../../../src/platform/time/interval';

export const WITHIN = { start: Date.parse('2026-03-01T00:00Z'), end: Date.parse('2026-05-01T00:00Z') };

interface Options extends Partial<ReadingTask> {
  /** Lines before the events. */
  readonly head?: string;
}

/** Reads a text as a calendar. */
export function readText(text: string, options: Partial<ReadingTask> = {}): Reading {
  const usual = { within: WITHIN, zone: 'Europe/Berlin', instance: 'here', busyIf: 'opaque' } as const;
  return readBusyTimes({ ...usual, bytes: Buffer.from(text), ...options });
}

/** Reads events, each the lines of one, in a calendar. */
export function read(events: readonly string[], { head = '', ...options }: Options = {}): Reading {
  const lines = (text: string) => text.split('\n').map((line) => line.replace(/^ {2,}/, ''));
  const parts = events.flatMap((event) => ['BEGIN:VEVENT', ...lines(event), 'END:VEVENT']);
  const head_ = head === '' ? [] : lines(head);
  const all = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Test//EN',
    ...head_,
    ...parts,
    'END:VCALENDAR',
    '',
  ];
  return readText(all.join('\r\n'), options);
}

/** `start end` of each busy time, in UTC without year and seconds. */
export function timesOf(events: readonly string[], options: Options = {}): string[] {
  return shown(read(events, options));
}

export function shown({ times }: Reading): string[] {
  const text = (instant: number) => new Date(instant).toISOString().slice(5, 16);
  return unite(times).map(({ start, end }) => `${text(start)} ${text(end)}`);
}

/** The dates, or dates and times, at which a rule has its occurrences, in UTC. */
export function occurring(start: string, rule: string, within = WITHIN): string[] {
  const length = start.includes('T') ? 'DURATION:PT1M' : 'DURATION:P1D';
  const { times, unreadable } = read([`DTSTART:${start}\n${length}\n${rule}`], { within, zone: 'UTC' });
  if (unreadable.length > 0) return unreadable.map(({ why }) => why);
  const shownAs = start.includes('T') ? 16 : 10;
  return times.map(({ start: at }) => new Date(at).toISOString().slice(0, shownAs)).sort();
}
