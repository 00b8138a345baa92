import { DAY_MS } from '../../../platform/time/units';
import { detailsOf, type EventDetails } from './event-details';
import { parseRule, type Rule } from './recurrence/rule';
import type { ContentLine } from './text/content-lines';
import { type Component, propertyOf, textValueOf, valueOf } from './text/components';
import { unreadable } from './unreadable';
import { endAfter, type Length, parseLength, parseTime, type Time, type Zone } from './values';
import type { Zones } from './zones';

/** How the times of a calendar are read. */
export interface Context {
  readonly zones: Zones;
  /** The zone of times and dates without one of their own. */
  readonly own: Zone;
  /** Whether what is marked as free counts, too. */
  readonly isFreeBusy: boolean;
  /** Whether what events say is read, too. */
  readonly isDetailed: boolean;
}

/** A time, and the zone on whose clock it is. */
export interface Start extends Time {
  readonly zone: Zone;
}

/** An additional time of an event; one with a length of its own has `end`, in epoch ms. */
export interface Additional {
  readonly start: Start;
  readonly end: number | undefined;
}

/** An event that is not moved to other times, or one occurrence that takes the place of another. */
export interface ParsedEvent {
  readonly uid: string | undefined;
  readonly line: number;
  readonly isBusy: boolean;
  readonly start: Start;
  readonly length: Length;
  readonly rules: readonly Rule[];
  readonly additional: readonly Additional[];
  readonly excluded: readonly Time[];
  /** The time of the series that this event takes the place of. */
  readonly replaces: Time | undefined;
  /** Whether it changes all later occurrences, too (RANGE=THISANDFUTURE). */
  readonly isForLater: boolean;
  /** Undefined: it is not read. */
  readonly details: EventDetails | undefined;
  /** The higher is the newer. */
  readonly version: readonly [sequence: number, stamp: string, modified: string];
}

/** @throws UnreadableEventError */
export function readEvent(component: Component, context: Context): ParsedEvent {
  const start = startOf(component, context);
  const identity = propertyOf(component, 'RECURRENCE-ID');
  const value = (name: string) => valueOf(component, name).toUpperCase();
  return {
    uid: textValueOf(component, 'UID') || undefined,
    line: component.line,
    isBusy: value('STATUS') !== 'CANCELLED' && (context.isFreeBusy || value('TRANSP') !== 'TRANSPARENT'),
    start,
    length: lengthOf(component, start, context),
    // Some senders write an empty rule for what does not recur.
    rules: (component.properties.get('RRULE') ?? []).flatMap(({ value }) =>
      value ? [ruleOf(value, start)] : [],
    ),
    additional: listOf(component, 'RDATE').map(([line, text]) => additionalOf(line, text, start, context)),
    excluded: listOf(component, 'EXDATE').map(([line, text]) => timeOf(line, text, context)),
    replaces: identity && timeOf(identity, identity.value ?? '', context),
    isForLater: identity?.parameters.get('RANGE')?.toUpperCase() === 'THISANDFUTURE',
    details: context.isDetailed ? detailsOf(component) : undefined,
    version: [Number(value('SEQUENCE')) || 0, value('DTSTAMP'), value('LAST-MODIFIED')],
  };
}

/** @throws UnreadableEventError */
export function timeOf({ parameters }: ContentLine, text: string, { zones }: Context): Time {
  const name = parameters.get('TZID');
  const time = parseTime(text.trim());
  return name === undefined || time.isDate || time.zone !== undefined
    ? time
    : { ...time, zone: zones.named(name) };
}

/** The values of all properties with a name, each with its property. */
export function listOf(component: Component, name: string): readonly (readonly [ContentLine, string])[] {
  return (component.properties.get(name) ?? []).flatMap((line) =>
    (line.value ?? '').split(',').map((text) => [line, text.trim()] as const),
  );
}

/** A period of an RDATE or a FREEBUSY: `start/end` or `start/duration`. @returns its end, in epoch ms */
export function endOfPeriod(text: string, start: Start, line: ContentLine, context: Context): number {
  if (/^\+?P/i.test(text)) return endAfter(parseLength(text), start.local, start.zone);
  const end = timeOf(line, text, context);
  return (end.zone ?? start.zone).toInstant(end.local);
}

/** Times of day are ignored where an event has whole days (RFC 5545, section 3.3.10). */
function ruleOf(text: string, { isDate }: Start): Rule {
  const rule = parseRule(text);
  return isDate ? { ...rule, hours: [], minutes: [], seconds: [] } : rule;
}

/** An occurrence that is cancelled may have no start of its own (RFC 5546, section 3.2.5). */
function startOf(component: Component, context: Context): Start {
  const line = propertyOf(component, 'DTSTART') ?? propertyOf(component, 'RECURRENCE-ID');
  if (line === undefined) return unreadable('has no start');
  const time = timeOf(line, line.value ?? '', context);
  return { ...time, zone: time.zone ?? context.own };
}

function additionalOf(line: ContentLine, text: string, start: Start, context: Context): Additional {
  const [from = '', to] = text.split('/');
  const time = timeOf(line, from, context);
  // A series of whole days has whole days.
  const local = start.isDate ? time.local - (((time.local % DAY_MS) + DAY_MS) % DAY_MS) : time.local;
  const own = {
    ...time,
    local,
    isDate: start.isDate,
    zone: start.isDate ? start.zone : (time.zone ?? start.zone),
  };
  return { start: own, end: to === undefined ? undefined : endOfPeriod(to, own, line, context) };
}

/** Without an end an event has no length, or lasts the whole day (RFC 5545, section 3.6.1). */
function lengthOf(component: Component, start: Start, context: Context): Length {
  const line = propertyOf(component, 'DTEND');
  const duration = propertyOf(component, 'DURATION');
  if (line === undefined) {
    if (duration !== undefined) return parseLength(duration.value ?? '');
    return { days: start.isDate ? 1 : 0, ms: 0 };
  }
  const end = timeOf(line, line.value ?? '', context);
  if (end.isDate && start.isDate) {
    const days = (end.local - start.local) / DAY_MS;
    if (days < 0) unreadable('ends before it starts');
    // Some senders write the last day instead of the one after it.
    return { days: Math.max(days, 1), ms: 0 };
  }
  const ms = (end.zone ?? start.zone).toInstant(end.local) - start.zone.toInstant(start.local);
  return ms < 0 ? unreadable('ends before it starts') : { days: 0, ms };
}
