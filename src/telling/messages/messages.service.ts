import {
  CustomerMessages,
  type Happened,
  type MessageSubject,
} from '../../booking/diary/writes/customer-messages';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Status } from '../../booking/appointment-status';
import { Clock } from '../../platform/clock';
import { Config } from '../../platform/config/config';
import type { WriteContext } from '../../platform/database/write-context';
import { Database } from '../../platform/database/database';
import { type NamedStatement, valuesFor } from '../../platform/database/named';
import { answersInOrder } from '../../platform/database/connection/pipeline';
import { HOUR_MS } from '../../platform/time/units';
import { grouped } from '../../platform/values/grouped';
import type { Notify } from './dto/notification.dto';
import { beforesOf, LAST_CHANGE } from './message-past';
import type { MessageKind } from './message-kinds';
import type { QueuedMessage } from './queued-message';
import { ProviderMessages } from './providers/provider-messages';
import { TextMessages } from './texts/text-messages';
import { MessagesQueries } from './messages.queries';
import {
  FIND_TOLD,
  INSERT_FIRST_MESSAGE,
  INSERT_MESSAGE,
  INSERT_MESSAGE_FOR_ALL,
  INSERT_MESSAGE_WITH_NOTE,
  INSERT_UPDATE_FOR_ALL,
  INSERT_UPDATES,
  MARK_REQUESTED,
  type Told,
} from './messages.statements';
import { RefusedError } from '../../platform/errors/errors';

/** How many messages about one appointment callers may request within an hour. */
const MAX_REQUESTED_PER_HOUR = 5;

/** The customer has no address on the channel of the message. */
class NoAddressError extends RefusedError {
  constructor() {
    super('The customer has no e-mail address', { reason: 'no_address' });
  }
}

/** Callers have requested too many messages about one appointment. */
class TooManyMessagesError extends RefusedError {
  constructor() {
    super(`This appointment has had ${MAX_REQUESTED_PER_HOUR} messages within an hour`, {
      reason: 'too_many_messages',
    });
  }
}

const ALONE = '';
const NOTHING = Promise.resolve();

/** The statement of an e-mail; one is about all appointments, or about one of them. */
const EMAILS = {
  alone: { statement: INSERT_MESSAGE, isAboutAll: false },
  booked: { statement: INSERT_FIRST_MESSAGE, isAboutAll: false },
  together: { statement: INSERT_MESSAGE_FOR_ALL, isAboutAll: true },
  mixed: { statement: INSERT_MESSAGE_WITH_NOTE, isAboutAll: true },
};

interface Emails extends Pick<Happened, 'subjects'> {
  readonly message: MessageKind;
  readonly how: keyof typeof EMAILS;
  readonly note: string | undefined;
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

  /** Writes none to a customer without an address, and none about what is over (a walk-in that is entered afterwards). */
  async queue(tx: EntityManager, { message, subjects, how = 'alone', to, note }: Happened): Promise<void> {
    if (message === undefined || subjects.length === 0) return;
    if (how === 'zone rules') return this.queueUpdates(tx, subjects);
    await answersInOrder([
      to === 'providers' ? NOTHING : this.queueEmails(tx, { message, subjects, how, note }),
      to === 'providers' ? NOTHING : this.texts.queue(tx, subjects, message),
      to === 'customers' ? NOTHING : this.providers.queue(tx, subjects, message),
    ]);
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
      const values = { ...this.valuesOf(kind, appointmentId, '-infinity'), befores };
      const [message] = await this.insert<QueuedMessage>(tx, INSERT_MESSAGE, values);
      if (message === undefined) throw new NoAddressError();
      await this.database.rows(MARK_REQUESTED, [message.id], tx);
      return message;
    });
  }

  private async queueEmails(tx: EntityManager, { message, subjects, how, note }: Emails): Promise<void> {
    if (!this.config.notifyCustomers) return;
    const { statement, isAboutAll } = EMAILS[how];
    const insert = (about: unknown, some: readonly MessageSubject[]) => {
      const now = new Date(this.clock.now());
      const more = { befores: beforesOf(some), note: note ?? null };
      return this.insert(tx, statement, { ...this.valuesOf(message, about, now), ...more });
    };
    const ids = subjects.map(({ id }) => id);
    if (isAboutAll) await insert(ids, subjects);
    else await answersInOrder(subjects.map((subject) => insert(subject.id, [subject])));
  }

  private async queueUpdates(tx: EntityManager, subjects: readonly MessageSubject[]): Promise<void> {
    if (!this.config.notifyCustomers) return;
    const insert = (statement: NamedStatement, told: readonly Told[]) => {
      const ids = told.map(({ id }) => id);
      return this.insert(tx, statement, this.valuesOf('reschedule', ids, new Date(this.clock.now())));
    };
    const told = await this.database.rows<Told>(FIND_TOLD, [subjects.map(({ id }) => id)], tx);
    for (const [several, together] of grouped(told, (each) => each.several ?? ALONE))
      await insert(several === ALONE ? INSERT_UPDATES : INSERT_UPDATE_FOR_ALL, together);
  }

  private valuesOf(event: MessageKind, about: unknown, endsAfter: unknown) {
    return { event, zone: this.config.businessTimeZone, now: new Date(this.clock.now()), about, endsAfter };
  }

  private insert<Row>(
    tx: EntityManager,
    statement: NamedStatement,
    values: Readonly<Record<string, unknown>>,
  ) {
    return this.database.rows<Row>(statement, valuesFor(statement, values), tx);
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
