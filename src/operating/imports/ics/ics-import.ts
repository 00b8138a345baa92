import { readFile, stat } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { BusyCalendarReader } from '../../../business/busy-calendars/reading/busy-calendar-reader';
import type { Reading } from '../../../business/busy-calendars/reading/busy-times';
import { UnreadableCalendarError } from '../../../business/busy-calendars/reading/unreadable';
import { ProviderZones } from '../../../business/providers/provider-zones.queries';
import { dryRun } from '../../../platform/database/dry-run';
import { Clock } from '../../../platform/clock';
import { Database, type Statement } from '../../../platform/database/database';
import type { WriteContext } from '../../../platform/database/write-context';
import { DAY_MS } from '../../../platform/time/units';
import { ImportTally, type ImportResult, type ProgressReport } from '../import-tally';
import { type ImportJob, refused, type SourceRow } from '../imported-row';
import { ImportRefusedError } from '../imports.errors';
import { RejectedRows } from '../rejected-rows';
import { RowImport } from '../row-import';
import { TimeOffRows } from '../rows/time-off-rows';

export interface IcsRequest {
  readonly providerId: number;
  readonly path: string;
  readonly source: string;
  readonly rejected?: string | undefined;
  readonly dryRun?: boolean | undefined;
}

const MAX_BYTES = 5 * 1_048_576;
/** How far ahead events that go on for ever are taken. */
const AHEAD_MS = 731 * DAY_MS;
/** How many rows share a transaction. */
const BATCH = 100;

const INSTANCE: Statement = { name: 'imports.instance', text: 'select uuid from instance' };

/** Makes time off of what is busy in the calendar of a provider, from now on: what is over is in the way of no booking. */
@Injectable()
export class IcsImport {
  constructor(
    private readonly database: Database,
    private readonly zones: ProviderZones,
    private readonly reader: BusyCalendarReader,
    private readonly rows: RowImport,
    private readonly timeOff: TimeOffRows,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFoundError of the provider; ImportRefusedError of a file that is no calendar */
  async run(request: IcsRequest, progress: ProgressReport): Promise<ImportResult> {
    const { source } = request;
    const reading = await this.read(request);
    const context = { via: 'import', requestId: source } as const satisfies WriteContext;
    if (request.dryRun !== true) return this.takeAll({ source, context }, request, reading, progress);
    return dryRun(this.database, context, (transaction) =>
      this.takeAll({ source, context: { ...context, transaction } }, request, reading, progress),
    );
  }

  private async read({ providerId, path }: IcsRequest): Promise<Reading> {
    const zone = await this.zones.get(providerId);
    const { uuid } = await this.database.one<{ uuid: string }>(INSTANCE, []);
    const start = this.clock.now();
    const within = { start, end: start + AHEAD_MS };
    try {
      const bytes = await bytesOf(path);
      return await this.reader.read({ bytes, within, zone, instance: uuid, busyIf: 'opaque' });
    } catch (error) {
      if (error instanceof UnreadableCalendarError) throw new ImportRefusedError(`${path} ${error.message}`);
      throw error;
    }
  }

  private async takeAll(
    job: ImportJob,
    { providerId, rejected: path }: IcsRequest,
    { times, unreadable, unreadableEvents }: Reading,
    progress: ProgressReport,
  ): Promise<ImportResult> {
    const tally = new ImportTally();
    const rejected = await RejectedRows.create(path, ['event']);
    const rows = times.map(({ start, end }): SourceRow => {
      const body = { providerId: String(providerId), start: textOf(start), end: textOf(end) };
      return { sourceId: undefined, body };
    });
    try {
      for (let i = 0; i < unreadableEvents; i++) {
        const { uid = '', line = 0, why = 'cannot be read' } = unreadable[i] ?? {};
        tally.add(line === 0 ? 'another event' : `line ${line}`, refused(why));
        await rejected.add([uid], String(line), why);
      }
      for (let i = 0; i < rows.length; i += BATCH) {
        const batch = rows.slice(i, i + BATCH);
        for (const [j, outcome] of (await this.rows.take(job, this.timeOff, batch)).entries()) {
          const { start } = batch[j]?.body ?? {};
          tally.add(`event at ${String(start)}`, outcome);
          if (outcome.is === 'refused') await rejected.add([String(start)], '', outcome.reason);
        }
        progress(tally.done, rows.length + unreadableEvents, tally.perSecond);
      }
      return tally.result;
    } finally {
      await rejected.close();
    }
  }
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

function textOf(instant: number): string {
  return new Date(instant).toISOString();
}
