import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ServiceQuestion } from '../../business/services/questions/service-question';
import { businessAt } from '../../business/locations/place-contact';
import { Config } from '../../platform/config/config';
import { Database } from '../../platform/database/database';
import type { WriteContext } from '../../platform/database/write-context';
import { ValidationError } from '../../platform/errors/errors';
import { parseInstant } from '../../platform/time/instant-text';
import { localTimeOf } from '../../platform/time/zones/wall-clock';
import type { AnswersWrite } from '../answers/answers';
import { AppointmentChangesService } from '../appointments/appointment-changes.service';
import { BookingAnswers } from '../answers/booking-answers';
import { AppointmentWrites } from '../diary/writes/appointment-writes';
import { BatchChanges, cancelled, type UpdatedAppointment } from '../diary/writes/batch-changes';
import { BatchLock } from '../diary/locks/batch-lock';
import { isSame } from '../diary/writes/outcomes';
import { readTime } from '../diary/decisions/candidate';
import { BookingCounters } from '../diary/writes/booking-counters';
import { HoldExpiredError } from '../diary/holds/holds.errors';
import { VisitChanges } from '../visits/visit-changes';
import { WaitlistService } from '../waitlist/waitlist.service';
import type { ManagedCancellation, ManagedMove, ManagedOfferAnswer } from './dto/manage-bodies.dto';
import { NotPossibleError, TooLateError } from './manage.errors';
import { contactIn, type ManagedAppointment, type ManagedThing, questionsOf } from './managed-rows';
import { SELECT_EXPECTED } from './managed.statements';
import { ManagedThings } from './managed-things';
import { cancellable, deadline, expectedOf, isInTime, lastMomentOf } from './policies';

/**
 * What customers do by a link. Each action judges the link and the policies once it has locked what it is about, so what staff do at the
 * same moment comes before or after it. An action that has been done already is no error: it changes nothing.
 */
@Injectable()
export class ManagedActions {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly things: ManagedThings,
    private readonly changes: AppointmentChangesService,
    private readonly batch: BatchChanges,
    private readonly counters: BookingCounters,
    private readonly writes: AppointmentWrites,
    private readonly answers: BookingAnswers,
    private readonly batchLock: BatchLock,
    private readonly visits: VisitChanges,
    private readonly waitlist: WaitlistService,
  ) {}

  /**
   * Cancels what its policies allow: an appointment or a visit as a whole, of a series each occurrence that is still in time.
   * @throws NotFoundError, TooLateError, NotPossibleError
   */
  async cancel(context: WriteContext, token: string, { reason }: ManagedCancellation): Promise<void> {
    const cancellation = { cancelledBy: 'customer', cancelReason: reason ?? null } as const;
    const outcomes = await this.database.transaction(ofCustomer(context), async (tx) => {
      const { thing, locked } = await this.locked(tx, token);
      const ids = new Set(this.toCancel(thing).map(({ id }) => id));
      const updates = locked.filter(({ id }) => ids.has(id)).map((each) => cancelled(each, cancellation));
      return this.batch.write(tx, { updates, added: [] }, {});
    });
    for (const outcome of outcomes) this.counters.done(outcome);
  }

  /** An appointment, or a visit as a whole. @throws NotFoundError, TooLateError, NotPossibleError, NotBookableError, VisitNotBookableError */
  async move(context: WriteContext, token: string, { date, start }: ManagedMove): Promise<void> {
    const customers = ofCustomer(context);
    const { kind, id } = await this.things.get(token, context.transaction);
    if (kind !== 'visit' && kind !== 'appointment') throw new NotPossibleError('move');
    const patch = { start, ...(date !== undefined && { date }) };
    const judge = (tx: EntityManager, ids: readonly number[]) =>
      this.assertMovable(tx, token, ids, { date, start });
    if (kind === 'appointment') await this.changes.change(customers, id, patch, (tx) => judge(tx, [id]));
    else
      await this.visits.change(customers, id, patch, (tx, { expected }) =>
        judge(
          tx,
          expected.map((each) => each.id),
        ),
      );
  }

  /**
   * Judges once the appointments are locked: in time, and the whole of them, because staff may have given a part to another customer. What
   * is there already moves nowhere.
   * @throws NotFoundError, TooLateError, NotPossibleError
   */
  private async assertMovable(
    tx: EntityManager,
    token: string,
    ids: readonly number[],
    { date, start }: Pick<ManagedMove, 'date' | 'start'>,
  ): Promise<void> {
    const thing = await this.things.get(token, tx);
    const expected = expectedOf(thing);
    const [first] = expected;
    const isWhole = ids.every((id) => expected.some((own) => own.id === id));
    if (first === undefined || !isWhole) throw new NotPossibleError('move');
    if (!isAt(first, { date, start })) this.assertInTime(thing, deadline(thing, 'moveUntilMin'), first);
  }

  /**
   * Answers questions of all appointments to come whose services ask them.
   * @throws NotFoundError, NotPossibleError, ValidationError of answers that fit no question, or that leave open a required one
   */
  answer(context: WriteContext, token: string, answers: AnswersWrite = {}): Promise<void> {
    const customers = ofCustomer(context);
    return this.database.transaction(customers, async (tx) => {
      const { thing, locked } = await this.locked(tx, token);
      const expected = expectedOf(thing);
      if (expected.length === 0) throw new NotPossibleError('answer');
      assertAsked(expected, answers);
      const change = this.answers.changesIn(tx);
      const updates: UpdatedAppointment[] = [];
      for (const { id, ...before } of locked) {
        const asked = answersTo(expected.find((each) => each.id === id)?.questions ?? [], answers);
        const next = { ...before, answers: await change(before.serviceId, before.answers, asked) };
        if (!isSame(before, next)) updates.push({ id, before, next, claims: 'kept' });
      }
      await this.writes.touch(tx, expected);
      await this.writes.update(tx, updates);
    });
  }

  /** @throws NotFoundError, NotPossibleError, HoldExpiredError without the offer that is meant, NotBookableError */
  async accept(context: WriteContext, token: string, { start }: ManagedOfferAnswer): Promise<void> {
    const { kind, id, entry } = await this.things.get(token, context.transaction);
    if (kind !== 'waitlist') throw new NotPossibleError('accept');
    if (entry?.status === 'booked') return;
    try {
      await this.waitlist.accept(ofCustomer(context), id, start === undefined ? undefined : instantIn(start));
    } catch (error) {
      await this.assertDone(error, token, 'booked', context.transaction);
    }
  }

  /**
   * An entry without an offer stays as it is: it may have been declined already.
   * @throws NotFoundError, NotPossibleError, HoldExpiredError
   */
  async decline(context: WriteContext, token: string, { start }: ManagedOfferAnswer): Promise<void> {
    const customers = ofCustomer(context);
    await this.database.transaction(customers, async (tx) => {
      const { kind, id, entry } = await this.things.get(token, tx);
      if (kind !== 'waitlist') throw new NotPossibleError('decline');
      if (entry?.status === 'waiting') return;
      if (start !== undefined && entry?.offer?.start !== instantIn(start)) throw new HoldExpiredError();
      try {
        await this.waitlist.decline({ ...customers, transaction: tx }, id);
      } catch (error) {
        await this.assertDone(error, token, 'waiting', tx);
      }
    });
  }

  /** Another request may have done the same since the entry was read. @throws what `error` is, unless the entry has the status by now */
  private async assertDone(
    error: unknown,
    token: string,
    status: 'booked' | 'waiting',
    tx: EntityManager | undefined,
  ): Promise<void> {
    const isDone =
      error instanceof HoldExpiredError && (await this.things.get(token, tx)).entry?.status === status;
    if (!isDone) throw error;
  }

  /** The thing as it is once its appointments are locked. */
  private async locked(tx: EntityManager, token: string) {
    const { appointments } = await this.things.get(token, tx);
    const ids = appointments.map(({ id }) => id);
    const { expected } = await this.batchLock.take(tx, SELECT_EXPECTED, [ids]);
    return { thing: await this.things.get(token, tx), locked: expected };
  }

  /** @throws TooLateError, NotPossibleError */
  private toCancel(thing: ManagedThing): readonly ManagedAppointment[] {
    if (thing.kind === 'waitlist') throw new NotPossibleError('cancel');
    const allowed = cancellable(thing);
    const expected = expectedOf(thing);
    const last = expected.at(-1);
    if (last !== undefined && allowed.length === 0) {
      const own = thing.kind === 'series' ? lastMomentOf(last, 'cancelUntilMin') : undefined;
      this.assertInTime(thing, own ?? deadline(thing, 'cancelUntilMin'), last);
    }
    if (last === undefined && !thing.appointments.some(({ status }) => status === 'cancelled'))
      throw new NotPossibleError('cancel');
    return allowed;
  }

  /** @throws TooLateError */
  private assertInTime(thing: ManagedThing, until: number | null, appointment: ManagedAppointment): void {
    if (until !== null && !isInTime(until, thing.now))
      throw new TooLateError(until, appointment, businessAt(this.config, contactIn(thing)));
  }
}

/** What the customer does is judged by the link alone, not by the key of the request or a state that it names. */
function ofCustomer({ via, userId, apiKeyId, tokenId, keyOriginId, ...others }: WriteContext): WriteContext {
  const { requestId, transaction, effects, subjects, isGone } = others;
  const caller = { via, userId, apiKeyId, tokenId, keyOriginId };
  return { ...caller, byLink: true, requestId, transaction, effects, subjects, isGone };
}

/** Whether an appointment starts then already, on its clock. */
function isAt({ start, timezone }: ManagedAppointment, to: Pick<ManagedMove, 'date' | 'start'>): boolean {
  const wanted = readTime(to).start;
  if (typeof wanted === 'number') return wanted === start;
  const { date, timeMin } = localTimeOf(start, timezone);
  return wanted.date === date && wanted.timeMin === timeMin;
}

function instantIn(text: string): number | undefined {
  return parseInstant(text);
}

function answersTo(questions: readonly ServiceQuestion[], answers: AnswersWrite): AnswersWrite {
  const keys = new Set(questions.map(({ key }) => key));
  return Object.fromEntries(Object.entries(answers).filter(([key]) => keys.has(key)));
}

/** @throws ValidationError */
function assertAsked(appointments: readonly ManagedAppointment[], answers: AnswersWrite): void {
  const questions = questionsOf(appointments);
  const faults = Object.entries(answers).flatMap(([key, value]) => {
    const asked = questions.filter((each) => each.key === key);
    if (asked.length === 0) return [[`answers.${key}`, 'names no question of the service']];
    const isRequired = value === null && asked.some(({ required }) => required);
    return isRequired ? [[`answers.${key}`, 'is required']] : [];
  });
  if (faults.length > 0) throw new ValidationError(Object.fromEntries(faults) as Record<string, string>);
}
