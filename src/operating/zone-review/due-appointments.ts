import { isExpected } from '../../booking/appointment-status';
import { epochMs } from '../../platform/database/columns';
import type { Statement } from '../../platform/database/database';
import { parseInstant, parseLocalTime } from '../../platform/time/instant-text';
import { toInstant } from '../../platform/time/zones/wall-clock';

/** An appointment to come with the wall clock at which it was booked. Instants in epoch ms. */
export interface BookedAppointment {
  readonly id: number;
  readonly providerId: number;
  readonly start: number;
  /** As answers wrote the start when it was booked. */
  readonly bookedStart: string;
  /** IANA name. */
  readonly bookedZone: string;
}

/** One whose instant is no longer its wall clock. */
export interface DueAppointment extends BookedAppointment {
  /** The instant of its wall clock by the rules of today; undefined: the clock skips it. */
  readonly due: number | undefined;
}

export const PAGE = 5_000;

/** A page of the appointments to come. Values: the start and the id of the last one of the page before, the length. */
export const BOOKED: Statement = {
  name: 'zone-review.booked',
  text: `
    select a.id, a.provider_id as "providerId", ${epochMs('a.start_at')} as start, a.booked_start as "bookedStart",
      a.booked_zone as "bookedZone"
    from appointments a
    where (a.start_at, a.id) > ($1, $2) and ${isExpected('a.status')} and a.booked_start is not null
    order by a.start_at, a.id limit $3`,
};

/** Runs a statement. */
export type Read = (statement: Statement, values: unknown[]) => Promise<BookedAppointment[]>;

/** The appointments after an instant whose wall clock has another instant by the rules of today, in the order of their starts. */
export async function dueAfter(now: number, read: Read): Promise<DueAppointment[]> {
  const due: DueAppointment[] = [];
  let last = { start: now, id: 0 };
  for (;;) {
    const page = await read(BOOKED, [new Date(last.start), last.id, PAGE]);
    for (const each of page) due.push(...dueOf(each));
    const next = page.at(-1);
    if (next === undefined || page.length < PAGE) return due;
    last = next;
  }
}

function dueOf(booked: BookedAppointment): DueAppointment[] {
  const { start, bookedStart, bookedZone } = booked;
  const local = parseLocalTime(bookedStart.slice(0, 'YYYY-MM-DDTHH:MM'.length));
  // A version before has moved it since: its wall clock is not known.
  if (local === undefined || parseInstant(bookedStart) !== start) return [];
  const resolution = toInstant(local, bookedZone);
  if (resolution.kind === 'gap') return [{ ...booked, due: undefined }];
  const isInPlace =
    resolution.instant === start || (resolution.kind === 'ambiguous' && resolution.second === start);
  return isInPlace ? [] : [{ ...booked, due: resolution.instant }];
}
