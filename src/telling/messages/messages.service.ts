import {
  type AppointmentMessage,
  CustomerMessages,
  type MessageSubject,
} from '../../booking/appointments/changes/customer-messages';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Status } from '../../booking/appointment-status';
import { Clock } from '../../platform/clock';
import { Config } from '../../platform/config/config';
import type { WriteContext } from '../../platform/database/write-context';
import { Database, type Statement } from '../../platform/database/database';
import { answersInOrder } from '../../platform/database/connection/pipeline';
import { HOUR_MS } from '../../platform/time/units';
import { grouped } from '../../platform/values/grouped';
import type { Notify } from './dto/notify.dto';
import { beforesOf, LAST_CHANGE } from './message-past';
import type { MessageKind } from './message.entity';
import type { QueuedMessage } from './queued-message';
import { MAX_REQUESTED_PER_HOUR, NoAddressError, TooManyMessagesError } from './messages.errors';
import { ProviderMessages } from './providers/provider-messages';
import { TextMessages } from './texts/text-messages';
import { MessagesQueries } from './messages.queries';
import {
  FIND_TOLD,
  INSERT_FIRST_MESSAGE,
  INSERT_MESSAGE,
  INSERT_MESSAGE_FOR_ALL,
  INSERT_UPDATE_FOR_ALL,
  INSERT_UPDATES,
  MARK_REQUESTED,
  type Told,
} from './messages.statements';
import { INSERT_MESSAGE_WITH_NOTE } from './note.statements';

const ALONE = '';
const NOTHING = Promise.resolve();

interface NewMessage {
  readonly appointmentId: number;
  readonly event: MessageKind;
  /** No message is queued when the appointment ended by then. */
  readonly endsAfter?: Date;
  readonly befores: string | null;
}

/** Queues messages to customers as e-mail and SMS, and those to providers about the same changes. A message says what the appointment is when it is queued; later changes do not alter it. */
@Injectable()
export class MessagesService extends CustomerMessages {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly queries: MessagesQueries,
    private readonly providers: ProviderMessages,
    private readonly texts: TextMessages,
    private readonly clock: Clock,
  ) {
    super();
  }

  /** Writes none when the customer has no address, or the appointment is over (a walk-in that is entered afterwards). */
  async queue(
    tx: EntityManager,
    subject: MessageSubject,
    event: AppointmentMessage | undefined,
  ): Promise<void> {
    if (event === undefined) return;
    await answersInOrder([
      this.queueToCustomer(tx, subject, event),
      this.providers.queue(tx, [subject], event),
    ]);
  }

  async queueFirst(
    tx: EntityManager,
    appointmentId: number,
    event: AppointmentMessage | undefined,
  ): Promise<void> {
    if (event === undefined) return;
    const values = this.valuesOf(event, appointmentId, new Date(this.clock.now()));
    await answersInOrder([
      this.config.notifyCustomers ? this.database.rows(INSERT_FIRST_MESSAGE, values, tx) : NOTHING,
      this.texts.queue(tx, [{ id: appointmentId }], event),
      this.providers.queue(tx, [{ id: appointmentId }], event),
    ]);
  }

  async queueToFormer(
    tx: EntityManager,
    appointmentId: number,
    event: AppointmentMessage | undefined,
  ): Promise<void> {
    if (event !== undefined) await this.queueToCustomer(tx, { id: appointmentId }, event);
  }

  /** As `queue`, for several appointments: one message to each customer, about those that are not over. */
  async queueForAll(
    tx: EntityManager,
    subjects: readonly MessageSubject[],
    event: AppointmentMessage | undefined,
  ): Promise<void> {
    if (event === undefined) return;
    const values = this.valuesFor(subjects, event);
    await answersInOrder([
      this.config.notifyCustomers ? this.database.rows(INSERT_MESSAGE_FOR_ALL, values, tx) : NOTHING,
      this.texts.queue(tx, subjects, event),
      this.providers.queue(tx, subjects, event),
    ]);
  }

  async queueToCustomers(
    tx: EntityManager,
    subjects: readonly MessageSubject[],
    event: AppointmentMessage,
    note: string | undefined,
  ): Promise<void> {
    if (subjects.length === 0 || !this.config.notifyCustomers) return;
    await answersInOrder([
      this.database.rows(INSERT_MESSAGE_WITH_NOTE, [...this.valuesFor(subjects, event), note ?? null], tx),
      this.texts.queue(tx, subjects, event),
    ]);
  }

  async queueToProviders(
    tx: EntityManager,
    subjects: readonly MessageSubject[],
    event: AppointmentMessage,
  ): Promise<void> {
    if (subjects.length > 0) await this.providers.queue(tx, subjects, event);
  }

  async queueUpdates(tx: EntityManager, appointmentIds: readonly number[]): Promise<void> {
    if (!this.config.notifyCustomers) return;
    const insert = (statement: Statement, told: readonly Told[]) => {
      const ids = told.map(({ id }) => id);
      return this.database.rows(statement, this.valuesOf('reschedule', ids, new Date(this.clock.now())), tx);
    };
    const told = await this.database.rows<Told>(FIND_TOLD, [appointmentIds], tx);
    for (const [several, together] of grouped(told, (each) => each.several ?? ALONE))
      await insert(several === ALONE ? INSERT_UPDATES : INSERT_UPDATE_FOR_ALL, together);
  }

  /**
   * Queues a message that a caller requests; a narrowed key, about an appointment that its providers give.
   * @throws NotFoundError, NoAddressError, TooManyMessagesError
   */
  request(context: WriteContext, appointmentId: number, { event }: Notify): Promise<QueuedMessage> {
    return this.database.transaction(context, async (tx) => {
      await this.queries.assertWithin(context.reach, 'given', appointmentId, tx);
      const status = await this.queries.lockStatus(tx, appointmentId);
      const anHourAgo = new Date(this.clock.now() - HOUR_MS);
      const requested = await this.queries.countRequested(tx, appointmentId, anHourAgo);
      if (requested >= MAX_REQUESTED_PER_HOUR) throw new TooManyMessagesError();
      const kind = event ?? kindForStatus(status);
      const befores = kind === 'reschedule' ? await this.lastChange(tx, appointmentId) : null;
      const message = await this.insert(tx, { appointmentId, event: kind, befores });
      if (message === undefined) throw new NoAddressError();
      await this.database.rows(MARK_REQUESTED, [message.id], tx);
      return message;
    });
  }

  private async queueToCustomer(
    tx: EntityManager,
    subject: MessageSubject,
    event: AppointmentMessage,
  ): Promise<void> {
    if (!this.config.notifyCustomers) return;
    const befores = beforesOf([subject]);
    const endsAfter = new Date(this.clock.now());
    await answersInOrder([
      this.insert(tx, { appointmentId: subject.id, event, endsAfter, befores }),
      this.texts.queue(tx, [subject], event),
    ]);
  }

  /** @returns undefined when the customer has no address, or the appointment is over */
  private async insert(
    tx: EntityManager,
    { appointmentId, event, endsAfter, befores }: NewMessage,
  ): Promise<QueuedMessage | undefined> {
    const values = [...this.valuesOf(event, appointmentId, endsAfter ?? '-infinity'), befores];
    const [message] = await this.database.rows<QueuedMessage>(INSERT_MESSAGE, values, tx);
    return message;
  }

  private valuesOf(event: MessageKind, about: unknown, endsAfter: unknown): readonly unknown[] {
    return [event, this.config.businessTimeZone, new Date(this.clock.now()), about, endsAfter];
  }

  private valuesFor(subjects: readonly MessageSubject[], event: AppointmentMessage): readonly unknown[] {
    const ids = subjects.map(({ id }) => id);
    return [...this.valuesOf(event, ids, new Date(this.clock.now())), beforesOf(subjects)];
  }

  private async lastChange(tx: EntityManager, appointmentId: number): Promise<string | null> {
    const [last] = await this.database.rows<{ befores: string }>(LAST_CHANGE, [appointmentId], tx);
    return last?.befores ?? null;
  }
}

/** The message when the caller names none. A completed appointment has none of its own: a confirmation lists its details. */
function kindForStatus(status: Status): MessageKind {
  return status === 'cancelled' ? 'cancellation' : 'confirmation';
}
