import { isLive, isExpected } from '../../booking/appointment-status';
import { epochMs } from '../../platform/database/columns';
import type { Statement } from '../../platform/database/database';
import { formatInstant, parseInstant, parseLocalTime } from '../../platform/time/instant-text';
import { toInstant } from '../../platform/time/zones/wall-clock';

/** An appointment or a hold to come, with the wall clock at which it was booked. Instants in epoch ms. */
export interface WallTime {
  readonly id: number;
  readonly providerId: number;
  readonly start: number;
  /** As answers wrote the start when it was booked. */
  readonly bookedStart: string;
  /** IANA name. */
  readonly bookedZone: string;
}

/** One whose instant is no longer its wall clock. */
export interface DueTime extends WallTime {
  /** The instant of its wall clock by the rules of today; null: the clock skips it. */
  readonly due: number | null;
  /** `bookedStart` at that instant. */
  readonly dueStart: string | null;
}

export const KINDS = ['appointments', 'holds'] as const;
export type Kind = (typeof KINDS)[number];

export const PAGE = 5_000;

/** A page of times to come. Values: the start and the id of the last one of the page before, the length, now. */
const pageOf = (kind: Kind, condition: string): Statement => ({
  name: `zone-review.booked-${kind}`,
  text: `
    select t.id, t.provider_id as "providerId", ${epochMs('t.start_at')} as start, t.booked_start as "bookedStart",
      t.booked_zone as "bookedZone"
    from ${kind} t
    where (t.start_at, t.id) > ($1, $2) and ${condition} and ${isLive('t', '$4')} and t.booked_start is not null
    order by t.start_at, t.id limit $3`,
});

const BOOKED: Readonly<Record<Kind, Statement>> = {
  appointments: pageOf('appointments', isExpected('t.status')),
  holds: pageOf('holds', 'true'),
};

/** Runs a statement. */
export type Read = (statement: Statement, values: unknown[]) => Promise<WallTime[]>;

/**
 * The times after an instant whose wall clock has another instant by the rules of today, in the order of their starts: page after page,
 * of which one is in memory at a time.
 */
export async function* dueAfter(now: number, kind: Kind, read: Read): AsyncGenerator<DueTime[]> {
  for (let last = { start: now, id: 0 }; ;) {
    const page = await read(BOOKED[kind], [new Date(last.start), last.id, PAGE, new Date(now)]);
    const due = page.flatMap(dueOf);
    if (due.length > 0) yield due;
    const next = page.at(-1);
    if (next === undefined || page.length < PAGE) return;
    last = next;
  }
}

function dueOf(booked: WallTime): DueTime[] {
  const { start, bookedStart, bookedZone } = booked;
  const local = parseLocalTime(bookedStart.slice(0, 'YYYY-MM-DDTHH:MM'.length));
  // A version before has moved it since: its wall clock is not known.
  if (local === undefined || parseInstant(bookedStart) !== start) return [];
  const resolution = toInstant(local, bookedZone);
  if (resolution.kind === 'gap') return [{ ...booked, due: null, dueStart: null }];
  const { instant } = resolution;
  const isInPlace = instant === start || (resolution.kind === 'ambiguous' && resolution.second === start);
  return isInPlace ? [] : [{ ...booked, due: instant, dueStart: formatInstant(instant, bookedZone) }];
}
