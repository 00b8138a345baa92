import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type CalendarRow, eventForProvider } from '../../telling/calendars/calendar-row';
import { selectCalendarRows } from '../../telling/calendars/calendar.statements';
import type { CalendarEvent } from '../../telling/icalendar/calendar-event';
import { calendarText } from '../../telling/icalendar/calendar-text';
import { Config } from '../../platform/config/config';
import { chooseLanguage } from '../../telling/wording/chosen-language';
import { Database, type Statement } from '../../platform/database/database';
import { Snapshots } from '../../platform/database/snapshots';
import { PAGE, pagesOf } from '../personal-data/export/pages';
import { csvLines } from '../../platform/values/csv';
import { jsonText } from './json-text';
import { type ExportedList, ExportedLists, lineOf } from './exported-lists';
import { type ExportManifest, FORMAT, MANIFEST } from './export-manifest';
import { ToldGuests } from '../../booking/guests/told-guests';
import { SeriesQueries } from '../../booking/series/series.queries';
import { VisitsQueries } from '../../booking/visits/visits.queries';
import type { JsonObject } from '../../platform/values/json-object';
import { chmod, mkdir, type FileHandle, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { RefusedError } from '../../platform/errors/errors';

/** The folder cannot take an export. */
class ExportRefusedError extends RefusedError {
  constructor(message: string) {
    super(message, { reason: 'export_refused' });
  }
}

/** A new or empty folder that only its owner may enter, and the files that are written there. */
class ExportFolder {
  private readonly files: string[] = [];

  private constructor(private readonly path: string) {}

  /** @throws ExportRefusedError of a folder that has something, or cannot be made */
  static async create(path: string): Promise<ExportFolder> {
    try {
      await mkdir(path, { recursive: true, mode: 0o700 });
      if ((await readdir(path)).length > 0) throw new ExportRefusedError(`${path} is not empty`);
      await chmod(path, 0o700);
      return new ExportFolder(path);
    } catch (error) {
      if (error instanceof ExportRefusedError) throw error;
      throw new ExportRefusedError(
        `${path} cannot be used: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }

  /** Writes a file piece by piece. */
  async write(name: string, pieces: AsyncIterable<string> | Iterable<string>): Promise<void> {
    const file = await this.open(name);
    try {
      for await (const piece of pieces) await file.write(piece);
    } finally {
      await file.close();
    }
  }

  open(name: string): Promise<FileHandle> {
    this.files.push(name);
    return open(join(this.path, name), 'wx', 0o600);
  }

  /** Deletes what was written: a part of an export must not be taken for all of it. */
  async clear(): Promise<void> {
    for (const name of this.files) await rm(join(this.path, name), { force: true });
  }
}

/** What a spreadsheet takes for a formula. */
const FORMULA = /^[-=+@\t\r]/;

/** Rows as comma-separated values: lists and objects as JSON, nothing for null. */
function csvText(items: readonly JsonObject[], columns: readonly string[]): string {
  return csvLines(items.map((item) => columns.map((column) => textOf(item[column]))));
}

/** With a `'` before what would be a formula: a name such as `=HYPERLINK(…)` must do nothing when a spreadsheet opens the file. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return FORMULA.test(value) ? `'${value}` : value;
  return jsonText(value);
}

interface InstanceRow extends CalendarRow {
  readonly instance: string;
}

/** Behind the id $1. In UTC where the provider has no time zone: the calendar shows none. */
const CALENDAR: Statement = {
  name: 'business-export.calendar',
  text: `
    select found.*, uuid as instance from (
      ${selectCalendarRows(`'UTC'`)} where a.id > $1 order by a.id limit ${PAGE}
    ) found, instance
    order by id`,
};

/** How many rows of each resource an export has. */
export type ExportCounts = Readonly<Record<string, number>>;

/** Writes everything that a business has entered to files, as it was at one moment. */
@Injectable()
export class BusinessExport {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly snapshots: Snapshots,
    private readonly lists: ExportedLists,
  ) {}

  /** @param report is told each resource before it is written @throws ExportRefusedError of a folder that is not empty */
  async write(path: string, report: (name: string) => void): Promise<ExportCounts> {
    const folder = await ExportFolder.create(path);
    try {
      return await this.snapshots.read(async (tx) => {
        const counts: Record<string, number> = {};
        for (const list of await this.lists.in(tx)) {
          report(list.name);
          counts[list.name] = await writeList(folder, list);
        }
        const { language } = chooseLanguage(null, this.config.businessLanguage);
        const calendar = calendarText({ language, zone: 'UTC', span: undefined }, this.events(tx));
        await folder.write('appointments.ics', calendar);
        const timezone = this.config.businessTimeZone;
        const manifest = { format: FORMAT, timezone, rows: counts } satisfies ExportManifest;
        await folder.write(MANIFEST, [`${JSON.stringify(manifest, undefined, 2)}\n`]);
        return counts;
      });
    } catch (error) {
      await folder.clear();
      throw error;
    }
  }

  private async *events(tx: EntityManager): AsyncGenerator<CalendarEvent> {
    const pages = pagesOf<InstanceRow>((last) => this.database.rows(CALENDAR, [last?.id ?? 0], tx));
    for await (const rows of pages) for (const row of rows) yield eventForProvider(row, row.instance);
  }
}

/** Both files together, so that each row is read once. */
async function writeList(folder: ExportFolder, { name, columns, pages }: ExportedList): Promise<number> {
  const [lines, table] = [await folder.open(`${name}.jsonl`), await folder.open(`${name}.csv`)];
  let count = 0;
  try {
    await table.write(csvLines([columns]));
    for await (const rows of pages) {
      count += rows.length;
      await lines.write(rows.map((row) => `${jsonText(lineOf(row))}\n`).join(''));
      const items = rows.map(({ item }) => item);
      await table.write(csvText(items, columns));
    }
    return count;
  } finally {
    await Promise.all([lines.close(), table.close()]);
  }
}

/** What an export takes, for its command and for the import that brings it back. */
export const BUSINESS_EXPORT = [BusinessExport, ExportedLists, SeriesQueries, ToldGuests, VisitsQueries];
