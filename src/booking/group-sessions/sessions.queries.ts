import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock';
import { Database, type Statement } from '../../platform/database/database';
import type { Interval } from '../../platform/time/interval';
import type { Reach } from '../../platform/restrictions';
import { andWithin } from '../reach';
import { epochMs } from '../../platform/database/columns';
import { isLive, isOccupying } from '../appointment-status';

/** A group session; instants in epoch ms. */
export interface SessionRow extends Interval {
  readonly providerId: number;
  readonly serviceId: number;
  readonly capacity: number;
  readonly seatsTaken: number;
  readonly appointmentIds: readonly number[];
  /** IANA name; null: the business's. */
  readonly timeZone: string | null;
}

/** A service of group sessions that starts at its timetable, and who gives its classes. */
export interface TimetableRow {
  readonly serviceId: number;
  readonly providerIds: readonly number[];
  readonly capacity: number;
}

/** Which sessions; an absent filter filters nothing. */
export interface SessionFilters {
  readonly within: Interval;
  readonly providerId?: number | undefined;
  readonly serviceId?: number | undefined;
  /** What a narrowed key sees. */
  readonly reach?: Reach | undefined;
}

/** What was booked, and whose timetables may have more. */
export interface FoundSessions {
  /** In time order. */
  readonly sessions: readonly SessionRow[];
  readonly timetables: readonly TimetableRow[];
}

/** The ends of conditions for a narrowed key: on appointments `a`, holds `h`, and the entries `entry` of timetables. */
interface Within {
  readonly name: string;
  readonly a: string;
  readonly h: string;
  readonly entry: string;
}

/**
 * Begins with the few services with sessions: an index finds their appointments and holds. Values: from, to, now, provider, service, then
 * those of a reach.
 */
const listWithin = (within: Within): Statement => ({
  name: `sessions.list${within.name}`,
  text: `
    with members as (
      select m.* from services s cross join lateral (
        select a.provider_id, a.service_id, a.start_at, a.end_at, a.seats, a.location_id, a.id as appointment_id from appointments a
        where a.service_id = s.id and a.start_at >= $1 and a.start_at < $2 and ${isOccupying('a.status')}
          and ${isLive('a', '$3')}${within.a}
        union all
        select h.provider_id, h.service_id, h.start_at, h.end_at, h.seats, h.location_id, null from holds h
        where h.service_id = s.id and h.start_at >= $1 and h.start_at < $2 and h.expires_at > $3${within.h}
      ) m
      where s.capacity > 1 and ($5::int is null or s.id = $5) and ($4::int is null or m.provider_id = $4)
    ), sessions as (
      select m.provider_id as "providerId", m.service_id as "serviceId", ${epochMs('m.start_at')} as start,
        ${epochMs('m.end_at')} as end, s.capacity, sum(m.seats)::int as "seatsTaken",
        coalesce(case when min(m.location_id) is not null then
          (select timezone from locations where id = min(m.location_id)) end, p.timezone) as "timeZone",
        coalesce(array_agg(m.appointment_id order by m.appointment_id) filter (where m.appointment_id is not null), '{}')
          as "appointmentIds"
      from members m join services s on s.id = m.service_id join providers p on p.id = m.provider_id
      group by m.provider_id, m.service_id, m.start_at, m.end_at, s.capacity, p.timezone
    ), timetables as (
      select s.id as "serviceId", s.capacity, array_agg(distinct (entry ->> 'providerId')::int) as "providerIds"
      from services s cross join jsonb_array_elements(s.timetable) entry
      where s.start_rule = 'schedule' and s.active and s.deleted_at is null and s.capacity > 1
        and ($5::int is null or s.id = $5) and ($4::int is null or (entry ->> 'providerId')::int = $4)${within.entry}
      group by s.id
    )
    select
      (select coalesce(json_agg(s order by s.start, s."providerId", s."serviceId", s.end), '[]') from sessions s) as sessions,
      (select coalesce(json_agg(t order by t."serviceId"), '[]') from timetables t) as timetables`,
});

const LIST = listWithin({ name: '', a: '', h: '', entry: '' });

@Injectable()
export class SessionsQueries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  find({ within, providerId, serviceId, reach }: SessionFilters, tx?: EntityManager): Promise<FoundSessions> {
    const times = [within.start, within.end, this.clock.now()].map((instant) => new Date(instant));
    const values = [...times, providerId ?? null, serviceId ?? null];
    if (reach === undefined) return this.database.one(LIST, values, tx);
    const a = andWithin(reach, 'any', { alias: 'a', first: 6 });
    const h = andWithin(reach, 'any', { alias: 'h', first: 6 });
    // The ids of providers are the first value of a reach.
    const entry = reach.providers === undefined ? '' : ` and (entry ->> 'providerId')::int = any ($6)`;
    const statement = listWithin({ name: a.name, a: a.sql, h: h.sql, entry });
    return this.database.one(statement, [...values, ...a.values], tx);
  }
}
