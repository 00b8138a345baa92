import { readFile, stat } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { BusyCalendarReader } from '../../../business/busy-calendars/reading/busy-calendar-reader';
import type { Reading, ReadingTask } from '../../../business/busy-calendars/reading/busy-times';
import { UnreadableCalendarError } from '../../../business/busy-calendars/reading/unreadable';
import { ProviderZones } from '../../../business/providers/provider-zones.queries';
import { Clock } from '../../../platform/clock';
import { Database, type Statement } from '../../../platform/database/database';
import { DAY_MS } from '../../../platform/time/units';
import { type ImportBatch, ImportRuns, type NamedRow } from '../import-runs';
import type { ImportResult } from '../import-tally';
import type { ImportJob, RowWriter, RunRequest, RunWatch } from '../imported-row';
import { refused } from '../outcome';
import { ImportRefusedError } from '../imports.errors';
import { RowImport } from '../row-import';
import { AppointmentRows } from '../rows/appointment-rows';
import { CustomerRows } from '../rows/customer-rows';
import { TimeOffRows } from '../rows/time-off-rows';
import { appointmentRows, type IcsRow, timeOffRows } from './ics-rows';

export interface IcsRequest extends RunRequest {
  readonly providerId: number;
  /** Of appointments. Undefined: the calendar becomes time off. */
  readonly serviceId?: number | undefined;
  readonly path: string;
}

const MAX_BYTES = 5 * 1_048_576;
/** How far ahead events that go on for ever are taken, and how far back appointments are. */
const AHEAD_MS = 731 * DAY_MS;
const BACK_MS = 3_653 * DAY_MS;
/** How many rows share a transaction. */
const BATCH = 100;

const INSTANCE: Statement = { name: 'imports.instance', text: 'select uuid from instance' };
const EMAIL_OF: Statement = { name: 'imports.email-of', text: 'select email from users where id = $1' };

/** What is read of a calendar. */
interface OpenCalendar {
  readonly request: IcsRequest;
  readonly reading: Reading;
  readonly rows: readonly IcsRow[];
}

/**
 * Makes time off of what is busy in the calendar of a provider, from now on: what is over is in the way of no booking. Or makes each event
 * an appointment.
 */
@Injectable()
export class IcsImport {
  constructor(
    private readonly database: Database,
    private readonly zones: ProviderZones,
    private readonly reader: BusyCalendarReader,
    private readonly runs: ImportRuns,
    private readonly rows: RowImport,
    private readonly timeOff: TimeOffRows,
    private readonly appointments: AppointmentRows,
    private readonly customers: CustomerRows,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFoundError of the provider; ImportRefusedError of a file that is no calendar */
  async run(request: IcsRequest, watch: RunWatch): Promise<ImportResult> {
    const calendar = await this.open(request);
    return this.runs.run(request, watch, {
      columns: request.serviceId === undefined ? ['event'] : ['event', 'start'],
      batches: (job) => this.batches(job, calendar),
    });
  }

  private async open(request: IcsRequest): Promise<OpenCalendar> {
    const { providerId, serviceId, path } = request;
    const now = this.clock.now();
    const end = now + AHEAD_MS;
    if (serviceId === undefined) {
      const reading = await this.read(providerId, path, { within: { start: now, end }, busyIf: 'opaque' });
      return { request, reading, rows: timeOffRows(reading.times, providerId) };
    }
    const within = { start: now - BACK_MS, end };
    const reading = await this.read(providerId, path, { within, busyIf: 'all', wantsEvents: true });
    const { email } = await this.database.one<{ email: string | null }>(EMAIL_OF, [providerId]);
    const parties = { providerId, serviceId, providerEmail: email };
    return { request, reading, rows: appointmentRows(reading.events ?? [], parties) };
  }

  private async read(
    providerId: number,
    path: string,
    what: Pick<ReadingTask, 'within' | 'busyIf' | 'wantsEvents'>,
  ): Promise<Reading> {
    const zone = await this.zones.get(providerId);
    const { uuid } = await this.database.one<{ uuid: string }>(INSTANCE, []);
    try {
      return await this.reader.read({ bytes: await bytesOf(path), zone, instance: uuid, ...what });
    } catch (error) {
      if (error instanceof UnreadableCalendarError) throw new ImportRefusedError(`${path} ${error.message}`);
      throw error;
    }
  }

  private async *batches(
    job: ImportJob,
    { request, reading, rows }: OpenCalendar,
  ): AsyncGenerator<ImportBatch> {
    const writer: RowWriter<object> = request.serviceId === undefined ? this.timeOff : this.appointments;
    const unread = unreadableRows(reading);
    const total = unread.length + rows.length;
    let done = unread.length;
    yield { writer, rows: unread, progress: { done, total } };
    for (let i = 0; i < rows.length; i += BATCH) {
      const batch = await this.withCustomers(job, rows.slice(i, i + BATCH));
      done += batch.length;
      yield { writer, rows: batch, progress: { done, total } };
    }
  }

  /** Takes the customers first whom events name without an address: an appointment whose customer is refused is refused, too. */
  private async withCustomers(job: ImportJob, batch: readonly IcsRow[]): Promise<readonly NamedRow[]> {
    const customers = batch.flatMap(({ customer }) => customer ?? []);
    if (customers.length === 0) return batch;
    const next = (await this.rows.take(job, this.customers, customers))[Symbol.iterator]();
    return batch.map((row) => {
      const outcome = row.customer && next.next().value;
      return outcome?.is === 'refused' ? { ...row, row: outcome } : row;
    });
  }
}

function unreadableRows({ unreadable, unreadableEvents }: Reading): readonly NamedRow[] {
  return Array.from({ length: unreadableEvents }, (_, i) => {
    const { uid = '', line = 0, why = 'cannot be read' } = unreadable[i] ?? {};
    const where = line === 0 ? 'another event' : `line ${line}`;
    return { where, cells: [uid], line, row: refused(why) };
  });
}

async function bytesOf(path: string): Promise<Uint8Array> {
  try {
    if ((await stat(path)).size > MAX_BYTES) throw new ImportRefusedError(`${path} is larger than 5 MiB`);
    return await readFile(path);
  } catch (error) {
    if (error instanceof ImportRefusedError) throw error;
    throw new ImportRefusedError(
      `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
