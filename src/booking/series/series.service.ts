import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { BookingCustomers } from '../../people/customers/booking-customers';
import { joinName, splitName } from '../../people/customers/customer-name';
import { toldTo } from '../../people/customers/told-guest';
import { Clock } from '../../platform/clock';
import { Database } from '../../platform/database/database';
import type { WriteContext } from '../../platform/database/write-context';
import { ValidationError } from '../../platform/errors/errors';
import { getDay, parseTime } from '../../platform/time/local-date';
import { MOST_ANSWER_BYTES } from '../../platform/values/bounded-json';
import type { Interval } from '../../platform/time/interval';
import { DAY_MS } from '../../platform/time/units';
import type { LocalStart } from '../../platform/time/zones/wall-clock';
import { givenAnswers } from '../answers/answers';
import { BookingAnswers } from '../answers/booking-answers';
import { setBy } from '../diary/rows/appointment-columns';
import { AppointmentBatches } from '../diary/decisions/appointment-batches';
import { AppointmentWrites } from '../diary/writes/appointment-writes';
import {
  assertPending,
  expiryOf,
  newAppointment,
  type NewAppointment,
} from '../diary/writes/new-appointment';
import { waitingState } from '../diary/writes/web-bookings';
import { CustomerMessages, toldBy } from '../diary/writes/customer-messages';
import type { BookingBatch } from '../diary/decisions/booking-batch';
import { ProviderChoice } from '../diary/decisions/provider-choice';
import { providersOf } from '../diary/decisions/provider-request';
import { readEnd } from '../diary/decisions/candidate';
import type { Among } from '../diary/snapshot/taken';
import { CustomerLimit } from '../diary/decisions/customer-limit';
import { BrowserLimit } from '../browser-limit/browser-limit';
import { BookingCounters } from '../diary/writes/booking-counters';
import type { SkippedOccurrence } from './dto/skipped-occurrence';
import type { SeriesCreate } from './dto/series-write.dto';
import { isWithinRule, occurrenceDates } from './recurrence/occurrence-dates';
import {
  MAX_OCCURRENCES_OF_VISITOR,
  parseRecurrenceRule,
  type RecurrenceRule,
  refuseRule,
} from './recurrence/recurrence-rule';
import {
  confirmed,
  decideAll,
  limitedTo,
  type SeriesDecision,
  type Occurrences,
  takenByAll,
} from './occurrences/series-decision';
import { withAlternatives } from './occurrences/refused-occurrences';
import { OccurrencesRefusedError } from './series.errors';
import { longBytesOf, type SeriesRow, type StoredSeries } from './series-row';
import { INSERT_SERIES, REMEMBER } from './series.statements';

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
    private readonly writes: AppointmentWrites,
    private readonly choice: ProviderChoice,
    private readonly answers: BookingAnswers,
    private readonly customers: BookingCustomers,
    private readonly customerLimit: CustomerLimit,
    private readonly browserLimit: BrowserLimit,
    private readonly messages: CustomerMessages,
    private readonly counters: BookingCounters,
    private readonly clock: Clock,
  ) {}

  /**
   * Books every occurrence in one transaction, on one snapshot. The customer gets one message about all of them.
   * @throws ValidationError of a rule that a series cannot have, and of ids that name nothing; OccurrencesRefusedError
   */
  async book(context: WriteContext, body: SeriesCreate): Promise<SeriesRow> {
    assertPending(body);
    const plan = planOf(body);
    if (context.visitor !== undefined && plan.starts.length > MAX_OCCURRENCES_OF_VISITOR)
      refuseRule(`yields more than ${MAX_OCCURRENCES_OF_VISITOR} occurrences, the most with a browser key`);
    const write = (tx: EntityManager) => this.bookIn(context, tx, body, plan);
    if (body.dryRun === true) return this.database.readOnly(context, write);
    const series = await this.database.transaction(context, write);
    this.counters.done('booked', series.appointments.length);
    return series;
  }

  private async bookIn(
    context: WriteContext,
    tx: EntityManager,
    body: SeriesCreate,
    plan: Plan,
  ): Promise<SeriesRow> {
    const decision = await this.decide(context, tx, body, plan);
    // No customer is written for a refusal, which would take longer than with a known one.
    if (!hasCustomerLimit(decision)) await assertAllowed(decision, body);
    const { party, guest } = await this.customers.resolve(context, tx, body);
    const limited = await this.withinLimit(tx, body, decision, party.customerId);
    await assertAllowed(limited, body);
    await this.browserLimit.assertLeft(context, tx, party.customerId, limited.allowed.length);
    const { batch, timezone, allowed, refused } = limited;
    const skipped = await withAlternatives(batch, refused);
    const series = await this.insert(tx, body, timezone, skipped);
    const { notes = null, price, status = 'confirmed', metadata = {} } = body;
    const own = { metadata, answers: givenAnswers(body.answers), status, seriesId: series.id };
    if (longBytesOf({ notes, ...own }) * allowed.length > MOST_ANSWER_BYTES)
      refuseRule('repeats notes, answers and metadata so often that the answer would have more than 4 MB');
    const common = { ...setBy({ notes, price, status }), ...party, ...own };
    const now = this.clock.now();
    const booked = allowed.map((time) =>
      newAppointment(
        time,
        { ...common, expiresAt: expiryOf(body, time, now), ...waitingState(context, [time.service], now) },
        guest,
      ),
    );
    const rows = await this.insertAppointments(context, tx, body, booked);
    return { ...series, appointments: rows.map((row) => toldTo(context, body, row, guest)) };
  }

  private async decide(
    context: WriteContext,
    tx: EntityManager,
    body: SeriesCreate,
    plan: Plan,
  ): Promise<SeriesDecision> {
    const { serviceId, durationMin, seats, locationId, resourceIds, ignoreSchedule } = body;
    const { end, price, customerId } = body;
    const whom = { serviceId, ...providersOf(body), durationMin };
    const what = { ...whom, seats, locationId, resourceIds, ignoreSchedule };
    const providerIds = await this.choice.choosable(tx, what);
    const pairs = providerIds.map((providerId) => ({ serviceId, providerId }));
    const scope = {
      pairs: pairs.length > 0 ? pairs : [{ serviceId }],
      within: spanOf(plan),
      named: { customerId, locationId, serviceId, providerId: what.providerId },
    };
    const wanted = { ...what, end: end === undefined ? undefined : readEnd(end) };
    const decide = async (batch: BookingBatch, { providerIds: ids }: Among = {}) => {
      const service = batch.serviceOf(what);
      await this.answers.assertFit(tx, context, { service, answers: body.answers });
      const isNarrowed = wanted.providerId === undefined && ids !== undefined;
      const chosen = isNarrowed ? { ...wanted, providerIds: ids } : wanted;
      return decideAll(batch, chosen, occurrencesOf(plan), price);
    };
    const takes = (all: SeriesDecision) => (isAllowed(all, body) ? takenByAll(all) : undefined);
    const made =
      what.providerId === undefined
        ? await this.batches.decide(tx, scope, { decide, takes, confirmed })
        : await decide(await this.batches.open(tx, scope));
    if (made.allowed.length + made.refused.length === 0) refuseRule('ends before its first occurrence');
    return made;
  }

  /** Refuses the last occurrences when the customer would have too many appointments of the service ahead. */
  private async withinLimit(
    tx: EntityManager,
    { ignoreSchedule }: SeriesCreate,
    decision: SeriesDecision,
    customerId: number,
  ): Promise<SeriesDecision> {
    const [first] = decision.allowed;
    if (first === undefined || ignoreSchedule === true) return decision;
    return limitedTo(decision, await this.customerLimit.left(tx, first.service, customerId));
  }

  private insert(
    tx: EntityManager,
    { rrule, exdates = [], date, start }: SeriesCreate,
    timezone: string,
    skipped: readonly SkippedOccurrence[],
  ): Promise<StoredSeries> {
    const now = this.clock.now();
    if (this.database.isReadOnly(tx))
      return Promise.resolve({ id: 0, rrule, exdates, timezone, skipped, createdAt: now, linkCounter: 0 });
    const values = [rrule, exdates, timezone, JSON.stringify(skipped), new Date(now), `${date}T${start}`];
    return this.database.one<StoredSeries>(INSERT_SERIES, values, tx);
  }

  private async insertAppointments(
    context: WriteContext,
    tx: EntityManager,
    body: SeriesCreate,
    booked: readonly NewAppointment[],
  ) {
    if (this.database.isReadOnly(tx))
      return this.writes.preview(tx, booked, joinName(splitName(body.name ?? '')));
    const rows = await this.writes.insert(tx, booked);
    const ids = rows.map(({ id }) => id);
    await this.database.rows(REMEMBER, [ids], tx);
    await this.browserLimit.record(context, tx, ids);
    const subjects = ids.map((id) => ({ id }));
    await this.messages.queue(tx, { message: toldBy(body, 'confirmation'), subjects, how: 'together' });
    return rows;
  }
}

function hasCustomerLimit({ allowed }: SeriesDecision): boolean {
  return allowed.some(({ service }) => service.maxActivePerCustomer !== null);
}

function isAllowed({ allowed, refused }: SeriesDecision, { onConflict }: SeriesCreate): boolean {
  return allowed.length > 0 && (refused.length === 0 || onConflict === 'skip');
}

/** @throws OccurrencesRefusedError */
async function assertAllowed(decision: SeriesDecision, body: SeriesCreate): Promise<void> {
  if (isAllowed(decision, body)) return;
  throw new OccurrencesRefusedError(await withAlternatives(decision.batch, decision.refused));
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

function occurrencesOf({ rule, starts }: Plan): Occurrences {
  const [first] = starts;
  if (first === undefined) throw new Error('the plan has no start');
  return { first, startsIn: (zones) => starts.filter((start) => isWithinRule(rule, start, zones.of(start))) };
}
