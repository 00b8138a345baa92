import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock';
import { Config } from '../../../platform/config/config';
import { Database } from '../../../platform/database/database';
import { WORKER } from '../../../platform/database/write-context';
import { OutgoingError } from '../../../platform/outgoing/outgoing-error';
import { type OutgoingAnswer, OutgoingHttp } from '../../../platform/outgoing/outgoing-http';
import { type Interval, unite } from '../../../platform/time/interval';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../platform/time/units';
import type { Reading } from '../reading/busy-times';
import { BusyCalendarReader } from '../reading/busy-calendar-reader';
import { UnreadableCalendarError } from '../reading/unreadable';
import {
  DELETE_TIMES,
  DUE,
  INSERT_TIMES,
  LEASE,
  OWN_APPOINTMENTS,
  RECORD_FAILURE,
  RECORD_READING,
  RECORD_UNCHANGED,
} from './fetching.statements';
import type { BusyIf } from '../busy-if';

interface LeasedCalendar {
  readonly id: number;
  readonly providerId: number;
  readonly url: string;
  readonly busyIf: BusyIf;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly timesHash: string | null;
  readonly readUntil: Date | null;
  readonly readZone: string | null;
  /** The zone of the provider. IANA name. */
  readonly zone: string;
  /** The UUID of this installation. */
  readonly instance: string;
  /** The longest horizon of a service, in days. */
  readonly horizonDays: number;
}

/** Longer than a fetch and a reading take together: a worker that dies delays its calendar by so much. */
const LEASE_MS = 2 * MINUTE_MS;
const REQUEST = { deadlineMs: 30 * SECOND_MS, maxBytes: 5 * 1_024 * 1_024, maxRedirects: 3 };
/** Calendars are read at least so far ahead, in days, and further where a service can be booked further ahead. */
const LEAST_HORIZON_DAYS = 400;
/** The days that are read beyond the horizon. A calendar that never changes is therefore read anew once in as many days. */
const RESERVE_DAYS = 30;
/** The days that are read before today: an event of yesterday may last, and another zone may still have yesterday. */
const PAST_DAYS = 2;

/** Fetches busy calendars and stores what is busy in them. Any number of workers do: PostgreSQL leases each calendar to one. */
@Injectable()
export class CalendarFetcher {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly outgoing: OutgoingHttp,
    private readonly reader: BusyCalendarReader,
  ) {}

  /** Fetches a calendar that is due. @returns whether there was one */
  async fetchNext(): Promise<boolean> {
    const now = this.clock.now();
    if ((await this.database.rows(DUE, [new Date(now)])).length === 0) return false;
    const lease = new Date(now + LEASE_MS);
    const values = [new Date(now), lease, this.config.businessTimeZone];
    const [calendar] = await this.database.transaction(WORKER, (tx) =>
      this.database.rows<LeasedCalendar>(LEASE, values, tx),
    );
    if (calendar === undefined) return false;
    const next = new Date(now + this.config.busyCalendarMin * MINUTE_MS);
    try {
      await this.fetch(calendar, { lease, next });
    } catch (error) {
      const message = [calendar.id, lease, next, faultOf(error)];
      await this.database.transaction(WORKER, (tx) => this.database.rows(RECORD_FAILURE, message, tx));
    }
    return true;
  }

  private async fetch(calendar: LeasedCalendar, { lease, next }: Term): Promise<void> {
    const now = this.clock.now();
    const horizon = now + Math.max(LEAST_HORIZON_DAYS, calendar.horizonDays) * DAY_MS;
    const answer = await this.outgoing.get(calendar.url, {
      ...REQUEST,
      headers: { accept: 'text/calendar', ...validatorsOf(calendar, horizon) },
    });
    const record = [calendar.id, lease, next, new Date(now)];
    if (answer.status === 304) {
      await this.database.transaction(WORKER, (tx) => this.database.rows(RECORD_UNCHANGED, record, tx));
      return;
    }
    if (answer.status !== 200)
      throw new UnusableAnswerError(`the server answers with the status ${answer.status}`);
    const until = startOfDay(horizon) + RESERVE_DAYS * DAY_MS;
    const reading = await this.reader.read({
      bytes: answer.body,
      // Whole days, so that the times of a calendar that does not change stay the same for a day.
      within: { start: startOfDay(now) - PAST_DAYS * DAY_MS, end: until },
      zone: calendar.zone,
      instance: calendar.instance,
      busyIf: calendar.busyIf,
    });
    const times = await this.busyTimesOf(reading, calendar);
    const { unreadable, unreadableEvents } = reading;
    await this.store(calendar, unite(times), [
      ...record,
      times.length,
      timesHashOf(unite(times)),
      ...validatorsIn(answer),
      ...[new Date(until), calendar.zone, JSON.stringify(unreadable), unreadableEvents],
    ]);
  }

  /** Without the appointments of the provider, which are busy here already. Those with a colleague are not. */
  private async busyTimesOf(
    { times, ofAppointments }: Reading,
    { providerId }: LeasedCalendar,
  ): Promise<readonly Interval[]> {
    if (ofAppointments.length === 0) return times;
    const ids = [...new Set(ofAppointments.map(({ appointmentId }) => appointmentId))];
    const own = await this.database.rows<{ id: number }>(OWN_APPOINTMENTS, [ids, providerId]);
    const ownIds = new Set(own.map(({ id }) => id));
    return [...times, ...ofAppointments.filter(({ appointmentId }) => !ownIds.has(appointmentId))];
  }

  private store(
    calendar: LeasedCalendar,
    times: readonly Interval[],
    record: readonly unknown[],
  ): Promise<void> {
    return this.database.transaction(WORKER, async (tx) => {
      const isOurs = (await this.database.rows(RECORD_READING, record, tx)).length > 0;
      if (!isOurs || timesHashOf(times) === calendar.timesHash) return;
      const starts = times.map(({ start }) => new Date(start));
      const ends = times.map(({ end }) => new Date(end));
      await this.database.rows(DELETE_TIMES, [calendar.id], tx);
      await this.database.rows(INSERT_TIMES, [calendar.id, starts, ends], tx);
    });
  }
}

/** In UTC. */
function startOfDay(instant: number): number {
  return instant - (instant % DAY_MS);
}

/** The lease of a fetch, and when the next one is due. */
interface Term {
  readonly lease: Date;
  readonly next: Date;
}

/** An answer that is no calendar. `message` may be shown to a caller. */
class UnusableAnswerError extends Error {}

/** Without them the answer is whole: what was read does not reach the horizon any more, or the provider has another zone. */
function validatorsOf(calendar: LeasedCalendar, horizon: number): Record<string, string> {
  const { etag, lastModified, readUntil, readZone, zone } = calendar;
  if (readUntil === null || readUntil.getTime() < horizon || readZone !== zone) return {};
  return {
    ...(etag !== null && { 'if-none-match': etag }),
    ...(lastModified !== null && { 'if-modified-since': lastModified }),
  };
}

function validatorsIn({ headers }: OutgoingAnswer): unknown[] {
  return [headers['etag'], headers['last-modified']].map((value) =>
    typeof value === 'string' ? value : null,
  );
}

function timesHashOf(times: readonly Interval[]): string {
  const plain = times.map(({ start, end }) => ({ start, end }));
  return hash('sha256', JSON.stringify(plain), 'base64url').slice(0, 22);
}

/** Why a fetch has failed, in one line that shows nothing of the calendar. @throws every other error */
function faultOf(error: unknown): string {
  if (error instanceof UnreadableCalendarError) return `the calendar ${error.message}`;
  if (error instanceof OutgoingError || error instanceof UnusableAnswerError) return error.message;
  throw error;
}
