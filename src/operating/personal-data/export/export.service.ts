import { Inject, Injectable } from '@nestjs/common';
import { toAppointmentResponse } from '../../../booking/appointments/dto/appointment.dto';
import { toWaitlistEntryResponse } from '../../../booking/waitlist/dto/waitlist-entry.dto';
import type { Customer } from '../../../people/customers/customer.entity';
import { toCustomerResponse } from '../../../people/customers/dto/customer.dto';
import { Clock } from '../../../platform/clock';
import { Config } from '../../../platform/config/config';
import type { ReadRow } from '../../../platform/database/reads/entity-reads';
import { NotFoundError } from '../../../platform/errors/errors';
import { formatInstant } from '../../../platform/time/instant-text';
import { CustomerTrail } from '../../audit/customer-trail.queries';
import { toAuditEntryResponse } from '../../audit/dto/audit-entry.response';
import {
  type CustomerExportResponse,
  toExportedAnswer,
  toExportedMessage,
  toExportedSeries,
  toExportedVisit,
} from './dto/customer-export.response';
import { answersAbout } from '../stored-answers';
import { appointmentsCalendar } from './appointments-calendar';
import { jsonList } from './pages';
import { PersonEvents } from './person-events.queries';
import { PersonRecords } from './person-records.queries';
import { zipped } from './zip';

/** The members of an export but the first two, each as the text of a JSON list. */
type Lists = Readonly<
  Record<Exclude<keyof CustomerExportResponse, 'exportedAt' | 'customer'>, AsyncIterable<string>>
>;

/** An export that is read piece by piece, once. */
export interface CustomerExport {
  /** The text of a CustomerExportResponse. */
  json(): AsyncIterable<string>;
  /** An archive of the same, and of the appointments as a calendar. */
  zip(): AsyncIterable<Uint8Array>;
}

/** Exports what is kept about customers. Reads while the reader takes it, so that it needs little memory for any number of records. */
@Injectable()
export class ExportService {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly records: PersonRecords,
    private readonly trail: CustomerTrail,
    private readonly events: PersonEvents,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFoundError */
  async open(id: number): Promise<CustomerExport> {
    const customer = await this.records.customer(id);
    if (customer === undefined) throw new NotFoundError('customer');
    const now = new Date(this.clock.now());
    const json = () => this.json(customer, now);
    const files = () => [
      { name: 'export.json', text: json() },
      { name: 'appointments.ics', text: appointmentsCalendar(this.records.calendar(id)) },
    ];
    return { json, zip: () => zipped(files(), now) };
  }

  private async *json(customer: ReadRow<Customer>, now: Date): AsyncGenerator<string> {
    const zone = this.config.businessTimeZone;
    const first = {
      exportedAt: formatInstant(now.getTime(), zone),
      customer: toCustomerResponse(customer, zone),
    };
    yield JSON.stringify(first).slice(0, -1);
    for (const [name, list] of Object.entries(this.lists(customer.id, zone))) {
      yield `,"${name}":`;
      yield* list;
    }
    yield '}';
  }

  private lists(id: number, zone: string): Lists {
    const { records } = this;
    return {
      appointments: jsonList(records.appointments(id), (row) => toAppointmentResponse(row, zone)),
      series: jsonList(records.series(id), toExportedSeries),
      visits: jsonList(records.visits(id), (visit) => toExportedVisit(visit, zone)),
      waitlist: jsonList(records.entries(id), (row) => toWaitlistEntryResponse(row, zone)),
      messages: jsonList(records.messages(id), toExportedMessage),
      auditEntries: jsonList(this.trail.entries(id), (row) => toAuditEntryResponse(row, zone)),
      events: jsonList(this.events.of(id), (event) => event),
      storedAnswers: jsonList(records.answers(answersAbout([id])), (answer) =>
        toExportedAnswer(answer, zone),
      ),
    };
  }
}
