import { Injectable, type ModuleMetadata } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CustomerMessages } from '../../booking/diary/writes/customer-messages';
import { TimeMoves } from '../../booking/diary/writes/time-moves';
import { PlannedLock } from '../../booking/diary/locks/planned-lock';
import { DiaryModule } from '../../booking/diary/diary.module';
import { Clock } from '../../platform/clock';
import { Database } from '../../platform/database/database';
import { COMMAND_LINE } from '../../platform/database/write-context';
import { storedZoneName } from '../../platform/time/zones/zone-rules';
import { TellingModule } from '../../telling/telling.module';
import { type WallTime, type DueTime, dueAfter, type Kind, KINDS, type Read } from './due-times';
import {
  type DuePeriod,
  duePeriods,
  type GivenPeriod,
  type PeriodKind,
  PERIODS,
  type ReadPeriods,
} from './due-periods';
import { judge } from './judgement';
import { ADD_PERIODS, CREATE_PERIODS, LIST_PERIODS, MOVE_PERIODS, periodValues } from './periods.statements';
import { LIST, type ListedTime } from './listing.statements';
import {
  ADD_MOVES,
  CREATE_MOVES,
  CREATE_PLACES,
  FORGET_CHANGED,
  LOCK_APPOINTMENTS,
  LOCK_HOLDS,
  RESOURCES,
  NO_TIMEOUT,
  PROVIDERS,
} from './moves.statements';
import { COUNT, MOVED_OF_CUSTOMERS } from './moving.statements';
import { recordReviewed } from './reviewed-rules';

/** How many appointments are moved, or lines listed, at a time. */
const STEP = 1_000;
/** How many customers are told at a time. */
const CUSTOMERS = 200;

/** How many were moved. */
export type Moved = Readonly<Record<Kind | PeriodKind, number>>;

/** Takes the pages of each kind, one after another. */
export interface ReviewReader {
  times(kind: Kind, page: readonly ListedTime[]): Promise<void>;
  periods(kind: PeriodKind, page: readonly DuePeriod[]): Promise<void>;
}

/** Takes how much of the work is done. */
export type Report = (done: number, total: number) => void;

/** Finds and moves what changed zone rules have taken from its wall clock (docs/contributing/adr/0024-zone-rules.md). */
@Injectable()
export class ZoneReview {
  constructor(
    private readonly database: Database,
    private readonly plannedLock: PlannedLock,
    private readonly moves: TimeMoves,
    private readonly messages: CustomerMessages,
    private readonly clock: Clock,
  ) {}

  /** Lists what is due, with what is in the way. Moves nothing and locks nothing; records that nothing is due. */
  list(reader: ReviewReader): Promise<void> {
    const now = this.clock.now();
    return this.database.transaction(COMMAND_LINE, async (tx) => {
      if (!(await this.find(tx, now))) return recordReviewed(this.database, now, tx);
      await this.place(tx);
      await judge(this.database, tx, now);
      for (const kind of KINDS)
        for await (const page of this.pages(tx, kind, now)) await reader.times(kind, page);
      for (const kind of PERIODS)
        for await (const page of this.periodPages(tx, kind)) await reader.periods(kind, page);
    });
  }

  /** Moves all that is due and can move, in one transaction. Bookings with its providers wait meanwhile. */
  apply(report: Report): Promise<Moved> {
    const now = this.clock.now();
    return this.database.transaction({ ...COMMAND_LINE, reason: 'zone_rules' }, async (tx) => {
      if (!(await this.find(tx, now))) return NONE;
      await this.lock(tx, now);
      await this.place(tx);
      const resources = await this.database.rows<{ id: number }>(RESOURCES, [], tx);
      await this.plannedLock.takeShared(tx, { resourceIds: resources.map(({ id }) => id) });
      await judge(this.database, tx, now);
      return this.move(tx, now, report);
    });
  }

  /** Writes what is due into a table of this transaction. @returns whether anything is */
  private async find(tx: EntityManager, now: number): Promise<boolean> {
    await this.database.rows(NO_TIMEOUT, [], tx);
    await this.database.rows(CREATE_MOVES, [], tx);
    const read: Read = (statement, values) => this.database.rows<WallTime>(statement, values, tx);
    let isAny = false;
    for (const kind of KINDS)
      for await (const due of dueAfter(now, kind, read)) {
        await this.database.rows(ADD_MOVES, valuesOf(kind, due), tx);
        isAny = true;
      }
    return (await this.findPeriods(tx, now)) || isAny;
  }

  private async findPeriods(tx: EntityManager, now: number): Promise<boolean> {
    await this.database.rows(CREATE_PERIODS, [], tx);
    const read: ReadPeriods = (statement, values) => this.database.rows<GivenPeriod>(statement, values, tx);
    let isAny = false;
    for (const kind of PERIODS)
      for await (const due of duePeriods(now, kind, read)) {
        await this.database.rows(ADD_PERIODS, periodValues(kind, due), tx);
        isAny = true;
      }
    return isAny;
  }

  /** In the order of all writes. What has changed since it was found is left as it is: a further review looks at it again. */
  private async lock(tx: EntityManager, now: number): Promise<void> {
    const providers = await this.database.rows<{ id: number }>(PROVIDERS, [], tx);
    await this.plannedLock.take(tx, { providerIds: providers.map(({ id }) => id) });
    await this.database.rows(LOCK_APPOINTMENTS, [], tx);
    await this.database.rows(LOCK_HOLDS, [], tx);
    await this.database.rows(FORGET_CHANGED, [new Date(now)], tx);
  }

  /** Reads the claims of what is due. */
  private async place(tx: EntityManager): Promise<void> {
    for (const statement of CREATE_PLACES) await this.database.rows(statement, [], tx);
  }

  private async move(tx: EntityManager, now: number, report: Report): Promise<Moved> {
    const { last, moving } = await this.database.one<{ last: number; moving: number }>(COUNT, [], tx);
    const at = new Date(now);
    const holds = await this.moves.holds(tx, at);
    let appointments = 0;
    for (let from = 0; from < last; from += STEP) {
      appointments += await this.moves.appointments(tx, from, from + STEP, at);
      report(appointments + holds, moving);
    }
    await this.tell(tx);
    return { appointments, holds, ...(await this.movePeriods(tx)) };
  }

  private async movePeriods(tx: EntityManager): Promise<Record<PeriodKind, number>> {
    const moved = async (kind: PeriodKind) =>
      (await this.database.one<Count>(MOVE_PERIODS[kind], [], tx)).count;
    return { timeOff: await moved('timeOff'), closures: await moved('closures') };
  }

  /** Tells customers whose calendars show another time now, some at a time. */
  private async tell(tx: EntityManager): Promise<void> {
    for (let last = 0; ;) {
      const page = await this.database.one<MovedPage>(MOVED_OF_CUSTOMERS, [last, CUSTOMERS], tx);
      if (page.last === null) return;
      const subjects = page.ids.map((id) => ({ id }));
      await this.messages.queue(tx, { message: 'reschedule', subjects, how: 'zone rules' });
      last = page.last;
    }
  }

  private async *periodPages(tx: EntityManager, kind: PeriodKind): AsyncGenerator<DuePeriod[]> {
    for (let last: DuePeriod | undefined; ;) {
      const values = [kind, last?.zone ?? '', last?.id ?? 0, STEP];
      const page = await this.database.rows<DuePeriod>(LIST_PERIODS, values, tx);
      if (page.length > 0) yield page;
      last = page.at(-1);
      if (page.length < STEP) return;
    }
  }

  private async *pages(tx: EntityManager, kind: Kind, now: number): AsyncGenerator<ListedTime[]> {
    for (let last: ListedTime | undefined; ;) {
      const after = [last?.zone ?? '', last?.providerId ?? 0, new Date(last?.start ?? 0), last?.nr ?? 0];
      const page = await this.database.rows<ListedTime>(LIST[kind], [new Date(now), ...after, STEP], tx);
      if (page.length > 0) yield page;
      last = page.at(-1);
      if (page.length < STEP) return;
    }
  }
}

const NONE: Moved = { appointments: 0, holds: 0, timeOff: 0, closures: 0 };

interface Count {
  readonly count: number;
}

interface MovedPage {
  readonly ids: readonly number[];
  /** The last customer; null: there are no more. */
  readonly last: number | null;
}

function valuesOf(kind: Kind, due: readonly DueTime[]): unknown[] {
  const idsOf = (own: Kind) => due.map(({ id }) => (own === kind ? id : null));
  return [
    idsOf('appointments'),
    idsOf('holds'),
    due.map(({ providerId }) => providerId),
    due.map(({ bookedZone }) => storedZoneName(bookedZone) ?? bookedZone),
    due.map(({ bookedStart }) => bookedStart),
    due.map(({ start }) => new Date(start)),
    due.map(({ due: to }) => (to === null ? null : new Date(to))),
    due.map(({ dueStart }) => dueStart),
  ];
}

/** What the command needs. */
export const ZONE_REVIEW = {
  imports: [TellingModule, DiaryModule],
  providers: [ZoneReview],
} satisfies ModuleMetadata;
