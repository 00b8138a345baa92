import { Inject, Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config';
import { Database } from '../../platform/database/database';
import { type NamedStatement, valuesFor } from '../../platform/database/named';
import type { Reach } from '../../platform/restrictions';
import { ToldGuests } from '../../booking/guests/told-guests';
import { andWithin } from '../../booking/reach';
import type { Interval } from '../../platform/time/interval';
import type { FeedRef } from './feeds/feeds.service';
import {
  SELECT_CONTENTS,
  SELECT_INSTANCE,
  SELECT_ROWS,
  SELECT_WHOLE_FILE_ROW,
  selectFileRowWithin,
} from './calendar.statements';
import type { CalendarFileRow, CalendarRow } from './calendar-row';

/** The appointments of a calendar, before their texts are read. */
export interface CalendarContents {
  /** In the order of time. */
  readonly ids: readonly number[];
  /** Undefined when there are none. Epoch ms. */
  readonly span: Interval | undefined;
  /** Changes with everything that the calendar shows of them. */
  readonly digest: string;
}

type ContentsRow = Pick<CalendarContents, 'ids' | 'digest'> & { [End in keyof Interval]: number | null };

@Injectable()
export class CalendarsQueries {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly guests: ToldGuests,
  ) {}

  /** Appointments in the order of time; those that do not exist are left out. */
  rows(ids: readonly number[]): Promise<CalendarRow[]> {
    return this.database.rows(SELECT_ROWS, [ids, this.config.businessTimeZone]);
  }

  /** An appointment that a key sees, as it is told it; undefined when there is none. */
  async fileRowWithin(reach: Reach | undefined, id: number): Promise<CalendarFileRow | undefined> {
    const within = andWithin(reach, 'any', { alias: 'a', first: 3 });
    // Before the row: a customer who is shown by then is no secret afterwards.
    const guest = reach && (await this.guests.guestOf(reach, id));
    const row = await this.fileRow(selectFileRowWithin(within), id, within.values);
    return row && guest ? { ...row, personName: guest.name, language: guest.language } : row;
  }

  /** An appointment with all that its customer has of its series or visit; undefined when there is none. */
  wholeFileRow(id: number): Promise<CalendarFileRow | undefined> {
    return this.fileRow(SELECT_WHOLE_FILE_ROW, id);
  }

  /** @param more values after those that have names */
  private async fileRow(
    statement: NamedStatement,
    id: number,
    more: readonly unknown[] = [],
  ): Promise<CalendarFileRow | undefined> {
    const values = [...valuesFor(statement, { id, zone: this.config.businessTimeZone }), ...more];
    const [row] = await this.database.rows<CalendarFileRow>(statement, values);
    return row;
  }

  /** The appointments in a feed that start after an instant in epoch ms. */
  async contents({ kind, id }: FeedRef, after: number): Promise<CalendarContents> {
    const values = [this.config.businessTimeZone, new Date(after), ...(kind === 'business' ? [] : [id])];
    const { ids, digest, start, end } = await this.database.one<ContentsRow>(SELECT_CONTENTS[kind], values);
    return { ids, digest, span: start === null || end === null ? undefined : { start, end } };
  }

  async instance(): Promise<string> {
    const { uuid } = await this.database.one<{ uuid: string }>(SELECT_INSTANCE, []);
    return uuid;
  }
}
