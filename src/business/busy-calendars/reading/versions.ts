import type { ParsedEvent } from './events';

/** The events of one UID. */
export interface Group {
  /** Events by themselves, and series. */
  readonly masters: readonly ParsedEvent[];
  /** Single occurrences that take the place of those of a series. */
  readonly replacing: readonly ParsedEvent[];
}

/** Leaves out older versions of the same occurrence, and of the same event where a SEQUENCE decides. */
export function newestOf(events: readonly ParsedEvent[]): Group {
  const masters = events.filter(({ replaces }) => replaces === undefined);
  const latest = new Map<number, number>();
  for (const { start, version } of masters) {
    const instant = start.zone.toInstant(start.local);
    latest.set(instant, Math.max(latest.get(instant) ?? 0, version[0]));
  }
  const replacing = new Map<string, ParsedEvent>();
  for (const event of events) {
    const { replaces, isForLater } = event;
    if (replaces === undefined) continue;
    const { isDate, zone, local } = replaces;
    const key = `${isForLater} ${isDate} ${zone === undefined ? `on ${local}` : zone.toInstant(local)}`;
    const other = replacing.get(key);
    if (other === undefined || isNewer(event, other)) replacing.set(key, event);
  }
  return {
    masters: masters.filter(
      ({ start, version }) => version[0] === latest.get(start.zone.toInstant(start.local)),
    ),
    replacing: [...replacing.values()],
  };
}

/** By SEQUENCE, then DTSTAMP (RFC 5546, section 2.1.5), then LAST-MODIFIED; of equal ones the later in the file. */
function isNewer({ version }: ParsedEvent, { version: other }: ParsedEvent): boolean {
  const [sequence, stamp, modified] = version;
  if (sequence !== other[0]) return sequence > other[0];
  return stamp !== other[1] ? stamp > other[1] : modified >= other[2];
}
