import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { BookingCustomers } from '../../people/customers/booking-customers';
import { Clock } from '../../platform/clock';
import { Database } from '../../platform/database/database';
import type { WriteContext } from '../../platform/database/write-context';
import { ValidationError } from '../../platform/errors/errors';
import { getDay, parseTime } from '../../platform/time/local-date';
import type { Interval } from '../../platform/time/interval';
import { DAY_MS } from '../../platform/time/units';
import type { LocalStart } from '../../platform/time/zones/wall-clock';
import { setBy } from '../appointments/appointment-columns';
import { AppointmentBatches } from '../appointments/batches/appointment-batches';
import {
  bookedTime,
  type BookedTime,
  newAppointment,
  type NewAppointment,
} from '../appointments/new-appointment';
import { CustomerMessages } from '../appointments/changes/customer-messages';
import type { BookingBatch } from '../availability/decisions/booking-batch';
import { type Candidate, readEnd } from '../availability/candidate';
import { BookingCounters } from '../claims/booking-counters';
import { dryRun } from './occurrences/dry-run';
import type { SkippedOccurrence } from './dto/skipped-occurrence';
import type { SeriesCreate } from './dto/series-write.dto';
import { isWithinRule, occurrenceDates } from './recurrence/occurrence-dates';
import { parseRecurrenceRule, type RecurrenceRule, refuseRule } from './recurrence/recurrence-rule';
import { type RefusedOccurrence, withAlternatives } from './occurrences/refused-occurrences';
import { OccurrencesRefusedError } from './series.errors';
import type { SeriesRow, StoredSeries } from './series-row';
import { INSERT, REMEMBER } from './series.statements';

/** The dates of a series that is to be booked, exceptions left out. */
interface Plan {
  readonly rule: RecurrenceRule;
  readonly starts: readonly LocalStart[];
}

@Injectable()
export class SeriesService {
  constructor(
    private readonly database: Database,
    private readonly batches: AppointmentBatches,
    private readonly customers: BookingCustomers,
    private readonly messages: CustomerMessages,
    private readonly counters: BookingCounters,
    private readonly clock: Clock,
  ) {}

  /**
   * Books every occurrence in one transaction, on one snapshot. The customer gets one message about all of them.
   * @throws ValidationError of a rule that a series cannot have, and of ids that name nothing; OccurrencesRefusedError
   */
  async book(context: WriteContext, body: SeriesCreate): Promise<SeriesRow> {
    const plan = planOf(body);
    const write = (tx: EntityManager) => this.bookIn(tx, body, plan);
    if (body.dryRun === true) return dryRun(this.database, context, write);
    const series = await this.database.transaction(context, write);
    series.appointments.forEach(() => {
      this.counters.done('booked');
    });
    return series;
  }

  private async bookIn(tx: EntityManager, body: SeriesCreate, plan: Plan): Promise<SeriesRow> {
    const { serviceId, providerId, seats, resourceIds, customerId, locationId } = body;
    const what = { serviceId, providerId, seats, locationId, resourceIds };
    const batch = await this.batches.open(tx, {
      pairs: [what],
      within: spanOf(plan),
      named: { customerId, locationId, serviceId, providerId },
    });
    const timezone = batch.zoneOf(what);
    const { allowed, refused } = decide(batch, what, body, startsIn(plan, timezone));
    const skipped = withAlternatives(batch, refused);
    if (allowed.length === 0 || (skipped.length > 0 && body.onConflict !== 'skip'))
      throw new OccurrencesRefusedError(skipped);
    const party = await this.customers.resolve(tx, body);
    const series = await this.insert(tx, body, timezone, skipped);
    const { notes = null, price, status = 'confirmed', metadata = {} } = body;
    const common = { ...setBy({ notes, price, status }), ...party, metadata, status, seriesId: series.id };
    const placed = allowed.map((time) => newAppointment(time, common));
    return { ...series, appointments: await this.insertAppointments(tx, placed) };
  }

  private insert(
    tx: EntityManager,
    { rrule, exdates = [] }: SeriesCreate,
    timezone: string,
    skipped: readonly SkippedOccurrence[],
  ): Promise<StoredSeries> {
    const now = new Date(this.clock.now());
    const values = [rrule, exdates, timezone, JSON.stringify(skipped), now];
    return this.database.one<StoredSeries>(INSERT, values, tx);
  }

  private async insertAppointments(tx: EntityManager, placed: readonly NewAppointment[]) {
    const rows = await this.batches.insert(tx, placed);
    const ids = rows.map(({ id }) => id);
    await this.database.rows(REMEMBER, [ids], tx);
    await this.messages.queueForAll(tx, ids, 'confirmation');
    return rows;
  }
}

/** @throws ValidationError */
function planOf({ rrule, date, start, exdates = [] }: SeriesCreate): Plan {
  const rule = parseRecurrenceRule(rrule);
  const timeMin = parseTime(start) ?? 0;
  const dates = occurrenceDates(rule, date);
  const excepted = new Set(exdates);
  const starts = dates.filter((each) => !excepted.has(each)).map((each) => ({ date: each, timeMin }));
  if (starts.length === 0) throw new ValidationError({ exdates: 'leaves no occurrence' });
  return { rule, starts };
}

/** From the first to the last occurrence, and what an appointment may take after it. */
function spanOf({ starts }: Plan): Interval {
  const dayOf = (start: LocalStart | undefined) => getDay(start?.date ?? '') * DAY_MS;
  return { start: dayOf(starts[0]), end: dayOf(starts.at(-1)) + 2 * DAY_MS };
}

/** The starts that are not after the end of the rule. @throws ValidationError when the first one is */
function startsIn({ rule, starts }: Plan, zone: string): readonly LocalStart[] {
  const within = starts.filter((start) => isWithinRule(rule, start, zone));
  return within.length === 0 ? refuseRule('ends before its first occurrence') : within;
}

function decide(
  batch: BookingBatch,
  what: Omit<Candidate, 'start'>,
  { end: endText, ignoreSchedule, price }: SeriesCreate,
  starts: readonly LocalStart[],
): { readonly allowed: readonly BookedTime[]; readonly refused: readonly RefusedOccurrence[] } {
  const end = endText === undefined ? undefined : readEnd(endText);
  const allowed: BookedTime[] = [];
  const refused: RefusedOccurrence[] = [];
  for (const start of starts) {
    const candidate = { ...what, start, end, ignoreSchedule };
    const decision = batch.decide(candidate);
    const { verdict } = decision;
    if (!verdict.bookable) refused.push({ start, reason: verdict.reason, candidate });
    else {
      batch.take({ ...what, ...verdict, appointmentId: null });
      allowed.push(bookedTime(candidate, decision, price));
    }
  }
  return { allowed, refused };
}
