import { Inject, Injectable } from '@nestjs/common';
import { type AppointmentRow, SELECT_APPOINTMENTS } from '../../../booking/diary/rows/appointment-row';
import { epochMs } from '../../../platform/database/columns';
import { selectEntries, type WaitlistRow } from '../../../booking/waitlist/waitlist-row';
import { Customer } from '../../../people/customers/customer.entity';
import { Config } from '../../../platform/config/config';
import { Clock } from '../../../platform/clock';
import { Database, type Statement } from '../../../platform/database/database';
import { EntityReads, type ReadRow } from '../../../platform/database/reads/entity-reads';
import { BODY_MATCHES, type BodyPath } from '../../../platform/http/idempotency/body-clause';
import { Turns } from '../../../platform/turns';
import { selectCalendarRows } from '../../../telling/calendars/calendar.statements';
import { saidBy } from '../../../telling/messages/mail/said-text';
import type { Message } from '../../../telling/messages/message.entity';
import type { CalendarAppointment } from './appointments-calendar';
import { PAGE, pagesOf } from './pages';

/** Behind the start $2 and the id $3, in the order of `appointments_customer_id_idx`. */
const APPOINTMENTS: Statement = {
  name: 'export.appointments',
  text: `
    ${SELECT_APPOINTMENTS} where a.customer_id = $1 and (a.start_at, a.id) > ($2, $3)
    order by a.start_at, a.id limit ${PAGE}`,
};

const byAppointments = (column: string) =>
  `id in (select ${column} from appointments where customer_id = $1) and id > $2 order by id limit ${PAGE}`;
const SERIES: Statement = {
  name: 'export.series',
  text: `
    select id, rrule, exdates::text[] as exdates, timezone, ${epochMs('created_at')} as "createdAt"
    from series where ${byAppointments('series_id')}`,
};
const VISITS: Statement = {
  name: 'export.visits',
  text: `select id, ${epochMs('created_at')} as "createdAt" from visits where ${byAppointments('visit_id')}`,
};

/** As they are at the moment $3. */
const ENTRIES: Statement = {
  name: 'export.waitlist',
  text: `${selectEntries('$3')} where e.customer_id = $1 and e.id > $2 order by e.id limit ${PAGE}`,
};

const MESSAGES: Statement = {
  name: 'export.messages',
  text: `
    select id, appointment_id as "appointmentId", waitlist_entry_id as "waitlistEntryId", channel, event, status, recipient,
      attempts, last_error as "lastError", coalesce(text, said) as text, created_at as "createdAt", sent_at as "sentAt", snapshot as facts
    from notifications where customer_id = $1 and id > $2 order by id limit ${PAGE}`,
};

/** In UTC where the provider has no time zone: the calendar shows none. */
const CALENDAR: Statement = {
  name: 'export.calendar',
  text: `
    select found.*, uuid as instance from (
      ${selectCalendarRows(`'UTC'`)} where a.customer_id = $1 and (a.start_at, a.id) > ($2, $3)
      order by a.start_at, a.id limit ${PAGE}
    ) found, instance
    order by start, id`,
};

const ANSWERS: Statement = {
  name: 'export.answers',
  text: `select created_at as "createdAt", status from idempotency_records where ${BODY_MATCHES} order by created_at`,
};

export interface SeriesOfPerson {
  readonly id: number;
  readonly rrule: string;
  readonly exdates: readonly string[];
  readonly timezone: string;
  /** Epoch ms. */
  readonly createdAt: number;
}

export type VisitOfPerson = Pick<SeriesOfPerson, 'id' | 'createdAt'>;
export type MessageOfPerson = Omit<
  Message,
  'customerId' | 'sequence' | 'expiresAt' | 'calendarEntry' | 'requested' | 'nextAttemptAt' | 'said'
>;

/** An answer that is kept for an Idempotency-Key. */
export interface SavedAnswer {
  readonly createdAt: Date;
  /** HTTP status. */
  readonly status: number;
}

interface Numbered {
  readonly id: number;
}

/** Reads what is kept of one customer, page by page. No transaction stays open while a slow client reads. */
@Injectable()
export class PersonRecords {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly reads: EntityReads,
    private readonly clock: Clock,
  ) {}

  customer(id: number): Promise<ReadRow<Customer> | undefined> {
    return this.reads.find(Customer, id);
  }

  /** In the order of time. */
  appointments(customerId: number): AsyncGenerator<AppointmentRow[]> {
    return this.byTime(APPOINTMENTS, customerId);
  }

  /** The same for a calendar. */
  calendar(customerId: number): AsyncGenerator<CalendarAppointment[]> {
    return this.byTime(CALENDAR, customerId);
  }

  series(customerId: number): AsyncGenerator<SeriesOfPerson[]> {
    return this.byId(SERIES, customerId);
  }

  visits(customerId: number): AsyncGenerator<VisitOfPerson[]> {
    return this.byId(VISITS, customerId);
  }

  entries(customerId: number): AsyncGenerator<WaitlistRow[]> {
    return this.byId(ENTRIES, customerId, new Date(this.clock.now()));
  }

  /** Each with what it says, also where that is not kept: it is not sent, or a release before has sent it. */
  async *messages(customerId: number): AsyncGenerator<MessageOfPerson[]> {
    const turns = new Turns();
    for await (const page of this.byId<MessageOfPerson>(MESSAGES, customerId)) {
      const told: MessageOfPerson[] = [];
      for (const message of page) {
        told.push({ ...message, text: message.text ?? (await saidBy(message, this.config)) });
        await turns.pause();
      }
      yield told;
    }
  }

  /** The stored answers in which a path finds something. */
  async *answers(path: BodyPath): AsyncGenerator<SavedAnswer[]> {
    yield await this.database.rows<SavedAnswer>(ANSWERS, path);
  }

  private byTime<Row extends Numbered & { readonly start: number }>(
    statement: Statement,
    customerId: number,
  ): AsyncGenerator<Row[]> {
    return pagesOf((last) => {
      const behind = last === undefined ? ['-infinity', 0] : [new Date(last.start), last.id];
      return this.database.rows<Row>(statement, [customerId, ...behind]);
    });
  }

  private byId<Row extends Numbered>(
    statement: Statement,
    customerId: number,
    ...more: unknown[]
  ): AsyncGenerator<Row[]> {
    return pagesOf((last) => this.database.rows<Row>(statement, [customerId, last?.id ?? 0, ...more]));
  }
}
