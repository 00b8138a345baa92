import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../../platform/clock';
import { Database, type Statement } from '../../../platform/database/database';
import { isWaiting } from '../waitlist-status';
import type { FreedTime } from './freed-time';
import type { Line, WaitingEntry } from './line';

/** How many entries one statement reads. */
export const BATCH = 500;

/** The services with which the provider $2 may help. */
const HELPED = `array(select s.id from services s where s.team @> jsonb_build_array(jsonb_build_object('providerIds', jsonb_build_array($2::int))))`;

/**
 * The condition that an entry may want freed time: of its provider, or of one who may help. $1 is now, $2 the provider, $3 the service, $4
 * and $5 the dates; null means any.
 */
const MAY_WANT = `${isWaiting('e', '$1')}
  and ($2::int is null or e.provider_id is null or e.provider_id = $2 or e.service_id = any (${HELPED})) and ($3::int is null or e.service_id = $3)
  and ($4::date is null or e.last_on >= $4) and ($5::date is null or e.first_on <= $5)`;

/** SQL of the members of a LineKey. */
const KEY =
  'e.service_id as "serviceId", e.provider_id as "providerId", e.location_id as "locationId", e.seats, e.duration_min as "durationMin"';

const LINES: Statement = {
  name: 'waitlist.lines',
  text: `
    select ${KEY}, e.service_id = any (${HELPED}) as "isHelped",
      json_build_object('first', min(e.first_on), 'last', max(e.last_on)) as dates
    from waitlist_entries e where ${MAY_WANT} group by 1, 2, 3, 4, 5 order by min(e.created_at), 1, 2, 3, 4, 5`,
};

const ENTRY = `
  select e.id, e.created_at::text as "createdAt", ${KEY},
    to_char(e.first_on, 'YYYY-MM-DD') as "from", to_char(e.last_on, 'YYYY-MM-DD') as "to",
    e.time_from_min as "timeFromMin", e.time_to_min as "timeToMin", e.weekdays,
    coalesce((select json_agg(json_build_array(o.provider_id, (extract(epoch from o.start_at) * 1000)::bigint))
      from waitlist_offers o where o.entry_id = e.id), '[]') as offered
  from waitlist_entries e`;

/** $6 and $7 are the creation and the id of the entry before. */
const ENTRIES: Statement = {
  name: 'waitlist.waiting',
  text: `${ENTRY} where ${MAY_WANT} and (e.created_at, e.id) > ($6::timestamptz, $7)
    order by e.created_at, e.id limit ${BATCH}`,
};

const ENTRY_BY_ID: Statement = {
  name: 'waitlist.waiting-entry',
  text: `${ENTRY} where e.id = $2 and ${isWaiting('e', '$1')}`,
};

/** Reads who waits, in the order in which they are offered a time: by creation, then id. */
@Injectable()
export class LineQueries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  lines(freed: FreedTime, tx: EntityManager | undefined): Promise<Line[]> {
    return this.database.rows(LINES, this.valuesOf(freed), tx);
  }

  /** The next entries that may want freed time, at most 500. @param after undefined: from the first */
  entries(
    freed: FreedTime,
    after: WaitingEntry | undefined,
    tx: EntityManager | undefined,
  ): Promise<WaitingEntry[]> {
    const position = [after?.createdAt ?? '-infinity', after?.id ?? 0];
    return this.database.rows(ENTRIES, [...this.valuesOf(freed), ...position], tx);
  }

  /** Undefined when the entry does not wait. */
  async entry(id: number, tx: EntityManager | undefined): Promise<WaitingEntry | undefined> {
    const [entry] = await this.database.rows<WaitingEntry>(ENTRY_BY_ID, [this.now(), id], tx);
    return entry;
  }

  private valuesOf({ providerId, serviceId, dates }: FreedTime): unknown[] {
    return [this.now(), providerId ?? null, serviceId ?? null, dates?.first ?? null, dates?.last ?? null];
  }

  private now(): Date {
    return new Date(this.clock.now());
  }
}
