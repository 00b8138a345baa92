import { epochMs } from '../../platform/database/columns';
import type { Statement } from '../../platform/database/database';
import { endInstant, startInstant } from '../../platform/time/period';
import { PAGE } from './due-times';

export const PERIODS = ['timeOff', 'closures'] as const;
export type PeriodKind = (typeof PERIODS)[number];

/** Time off or a closure that was given as dates or local times. Instants in epoch ms. */
export interface GivenPeriod {
  readonly id: number;
  /** Null: of a resource, or of the business. */
  readonly providerId: number | null;
  readonly resourceId: number | null;
  readonly start: number;
  readonly end: number;
  /** Null: the end is an instant, which no rules move. */
  readonly givenStart: string | null;
  readonly givenEnd: string | null;
  /** IANA name. */
  readonly zone: string;
}

/** One of which an end is no longer what was given. */
export interface DuePeriod extends GivenPeriod {
  readonly dueStart: number;
  readonly dueEnd: number;
}

/** A page of what is not over. Values: the last id of the page before, now, the length. */
const pageOf = (name: string, table: string, owner: string): Statement => ({
  name: `zone-review.given-${name}`,
  text: `
    select p.id, ${owner}, ${epochMs('p.start_at')} as start, ${epochMs('p.end_at')} as end,
      p.given_start as "givenStart", p.given_end as "givenEnd", p.given_zone as zone
    from ${table} p
    where p.id > $1 and p.end_at > $2 and (p.given_start is not null or p.given_end is not null)
    order by p.id limit $3`,
});

const GIVEN: Readonly<Record<PeriodKind, Statement>> = {
  timeOff: pageOf('time-off', 'time_off', 'p.provider_id as "providerId", p.resource_id as "resourceId"'),
  closures: pageOf('closures', 'closures', 'null::int as "providerId", null::int as "resourceId"'),
};

/** Runs a statement. */
export type ReadPeriods = (statement: Statement, values: unknown[]) => Promise<GivenPeriod[]>;

/** As `dueAfter`, of what is not over at an instant. A local time that the clock skips now means the end of the gap. */
export async function* duePeriods(
  now: number,
  kind: PeriodKind,
  read: ReadPeriods,
): AsyncGenerator<DuePeriod[]> {
  for (let last = 0; ;) {
    const page = await read(GIVEN[kind], [last, new Date(now), PAGE]);
    const due = page.map(resolved).filter(isDue);
    if (due.length > 0) yield due;
    const next = page.at(-1);
    if (next === undefined || page.length < PAGE) return;
    last = next.id;
  }
}

function resolved(given: GivenPeriod): DuePeriod {
  const { start, end, givenStart, givenEnd, zone } = given;
  const dueStart = givenStart === null ? start : startInstant(givenStart, zone);
  const dueEnd = givenEnd === null ? end : endInstant(givenEnd, zone);
  return { ...given, dueStart, dueEnd };
}

/** One of which nothing would be left stays. */
function isDue({ start, end, dueStart, dueEnd }: DuePeriod): boolean {
  return (dueStart !== start || dueEnd !== end) && dueStart < dueEnd;
}
