import { Inject, Injectable, type ModuleMetadata, type Type } from '@nestjs/common';
import { toUnlinkedAppointment } from '../../../booking/appointments/dto/appointment.dto';
import { toUnlinkedEntry } from '../../../booking/waitlist/dto/waitlist-entry.dto';
import type { Customer } from '../../../people/customers/customer.entity';
import { toCustomerResponse } from '../../../people/customers/dto/customer.dto';
import { Clock } from '../../../platform/clock';
import { Config } from '../../../platform/config/config';
import type { ReadRow } from '../../../platform/database/reads/entity-reads';
import { chooseLanguage } from '../../../telling/wording/chosen-language';
import { TellingModule } from '../../../telling/telling.module';
import { EventResponse } from '../../../telling/events/dto/event.dto';
import { seenBy } from '../../../platform/http/hiding/mask';
import type { Hidden } from '../../../platform/restrictions';
import { NotFoundError } from '../../../platform/errors/errors';
import { formatInstant } from '../../../platform/time/instant-text';
import { CustomerTrail } from '../../audit/customer-trail.queries';
import { AuditEntryResponse, toAuditEntryResponse } from '../../audit/dto/audit-entry.dto';
import {
  CustomerExportResponse,
  ExportedAppointment,
  ExportedWaitlistEntry,
  ExportedAnswer,
  ExportedMessage,
  ExportedSeries,
  ExportedVisit,
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
import { Zip, ZipDeflate } from 'fflate';

/** A file of an archive, and its text piece by piece. */
interface ZippedFile {
  readonly name: string;
  readonly text: AsyncIterable<string>;
}

/** A ZIP archive, compressed piece by piece while it is read. @param at the time of its files */
async function* zipped(files: readonly ZippedFile[], at: Date): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error !== null) throw error;
    made.push(bytes);
  });
  for (const { name, text } of files) {
    const file = new ZipDeflate(name, { level: 6 });
    file.mtime = at;
    zip.add(file);
    for await (const piece of text) {
      file.push(Buffer.from(piece));
      yield* made.splice(0);
    }
    file.push(new Uint8Array(), true);
  }
  zip.end();
  yield* made;
}

/** The members of an export but the first two, each as the text of a JSON list. */
type Lists = Readonly<
  Record<Exclude<keyof CustomerExportResponse, 'exportedAt' | 'customer'>, AsyncIterable<string>>
>;

/** Who reads an export. One that hides something does not see it, and gets no calendar. */
export interface Reader {
  readonly hides?: readonly Hidden[] | undefined;
}

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
  async open(id: number, reader: Reader = {}): Promise<CustomerExport> {
    const customer = await this.records.customer(id);
    if (customer === undefined) throw new NotFoundError('customer');
    const now = new Date(this.clock.now());
    const json = () => this.json(customer, now, reader);
    const document = () => ({ name: 'export.json', text: json() });
    const calendar = () => ({
      name: 'appointments.ics',
      text: appointmentsCalendar(
        this.records.calendar(id),
        chooseLanguage(customer.language, this.config.businessLanguage),
      ),
    });
    const files = () => (reader.hides === undefined ? [document(), calendar()] : [document()]);
    return { json, zip: () => zipped(files(), now) };
  }

  private async *json(customer: ReadRow<Customer>, now: Date, reader: Reader): AsyncGenerator<string> {
    const zone = this.config.businessTimeZone;
    const first = {
      exportedAt: formatInstant(now.getTime(), zone),
      customer: toCustomerResponse(customer, zone),
    };
    yield JSON.stringify(seenBy(reader, CustomerExportResponse, first)).slice(0, -1);
    for (const [name, list] of Object.entries(this.lists(customer.id, zone, reader))) {
      yield `,"${name}":`;
      yield* list;
    }
    yield '}';
  }

  private lists(id: number, zone: string, reader: Reader): Lists {
    const { records } = this;
    const list = <Row>(
      pages: AsyncIterable<readonly Row[]>,
      type: Type<object>,
      toItem: (row: Row) => object,
    ) => jsonList(pages, (row) => seenBy(reader, type, toItem(row)));
    return {
      appointments: list(records.appointments(id), ExportedAppointment, (row) =>
        toUnlinkedAppointment(row, zone),
      ),
      series: list(records.series(id), ExportedSeries, toExportedSeries),
      visits: list(records.visits(id), ExportedVisit, (visit) => toExportedVisit(visit, zone)),
      waitlist: list(records.entries(id), ExportedWaitlistEntry, (row) => toUnlinkedEntry(row, zone)),
      messages: list(records.messages(id), ExportedMessage, toExportedMessage),
      auditEntries: list(this.trail.entries(id), AuditEntryResponse, (row) =>
        toAuditEntryResponse(row, zone),
      ),
      events: list(this.events.of(id), EventResponse, (event) => event),
      storedAnswers: list(records.answers(answersAbout([id])), ExportedAnswer, (answer) =>
        toExportedAnswer(answer, zone),
      ),
    };
  }
}

/** What an export takes, for the module and for the command. */
export const EXPORT = {
  imports: [TellingModule],
  providers: [CustomerTrail, ExportService, PersonEvents, PersonRecords],
} satisfies ModuleMetadata;
