import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock';
import { Database } from '../../platform/database/database';
import type { Warning } from '../../platform/http/envelope/warnings';
import { subtract, unite } from '../../platform/time/interval';
import { timeText } from '../../platform/time/local-date';
import type { LocalStretch } from '../../platform/time/local-stretch';
import { localDateOf } from '../../platform/time/zones/wall-clock';
import { FIND_BOUNDED } from './hours-at-places.statements';

/** An entry of a schedule, as far as bounds are concerned. */
interface Entry extends LocalStretch {
  readonly day: string;
  readonly breaks: readonly LocalStretch[];
  readonly locationId?: number;
  readonly until?: string;
}

interface BoundedRow {
  readonly id: number;
  readonly name: string;
  readonly schedule: readonly Entry[];
  /** The window of the business. */
  readonly window: LocalStretch;
  /** The hours of the places in the schedule that have some of their own, by the id of the location; null: none has. */
  readonly places: Readonly<Record<string, readonly Entry[]>> | null;
}

/** What of the schedule of a provider is not worked. */
export interface CutSchedule {
  readonly providerId: number;
  readonly name: string;
  readonly warning: Warning;
}

/** Where a date ends last. */
const LAST_ZONE = 'Etc/GMT+12';
/** The most providers, and the most times of each, that are named. */
const MOST_PROVIDERS = 100;
const MOST_TIMES = 10;

/** Finds what the hours of the business, and of its places, cut from schedules. Special hours of providers are not bounded. */
@Injectable()
export class CutHours {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @param providerIds undefined: all of them */
  async find(tx: EntityManager, providerIds?: readonly number[]): Promise<readonly CutSchedule[]> {
    const rows = await this.rows(tx, providerIds);
    const today = this.today;
    const cut = rows.flatMap(({ id, name, ...row }): CutSchedule[] => {
      const message = messageOf(row, today);
      if (message === undefined) return [];
      return [{ providerId: id, name, warning: { code: 'hours_cut', message, providerId: id } }];
    });
    return cut.slice(0, MOST_PROVIDERS);
  }

  /** As `find`, of what is written about one provider. */
  async ofProvider(tx: EntityManager, providerId: number): Promise<readonly Warning[]> {
    const cut = await this.find(tx, [providerId]);
    return cut.map(({ warning }) => ({ ...warning, path: 'schedule' }));
  }

  /** The stretch from the first to the last minute of schedules that the window of the business bounds; undefined: there are none. */
  async windowFor(tx: EntityManager, providerIds: readonly number[]): Promise<LocalStretch | undefined> {
    const rows = await this.rows(tx, providerIds);
    const today = this.today;
    const bounded = rows.flatMap(({ schedule, places }) =>
      schedule.filter((entry) => isAhead(entry, today) && placeOf(entry, places) === undefined),
    );
    if (bounded.length === 0) return undefined;
    return {
      startMin: Math.min(...bounded.map(({ startMin }) => startMin)),
      endMin: Math.max(...bounded.map(({ endMin }) => endMin)),
    };
  }

  private rows(tx: EntityManager, providerIds?: readonly number[]): Promise<readonly BoundedRow[]> {
    return this.database.rows<BoundedRow>(FIND_BOUNDED, [providerIds ?? null], tx);
  }

  /** A roster that ended before this date is over in every zone. */
  private get today(): string {
    return localDateOf(this.clock.now(), LAST_ZONE);
  }
}

function messageOf(
  { schedule, window, places }: Omit<BoundedRow, 'id' | 'name'>,
  today: string,
): string | undefined {
  const lost = new Map<string, readonly string[]>();
  for (const entry of schedule.filter((each) => isAhead(each, today))) {
    const hours = placeOf(entry, places);
    const ofDay = hours?.filter((each) => each.day === entry.day && isAhead(each, today));
    const bounds = ofDay?.flatMap((each) => lostOf(each, [])) ?? [window];
    const outside =
      hours === undefined
        ? `the business hours (${textOf(window)})`
        : `the hours of location ${entry.locationId}`;
    const times = lostOf(entry, bounds).map((stretch) => `${entry.day} ${textOf(stretch)}`);
    if (times.length > 0) lost.set(outside, [...(lost.get(outside) ?? []), ...times]);
  }
  if (lost.size === 0) return undefined;
  const parts = [...lost].map(([outside, times]) => `${listOf([...new Set(times)])}, outside ${outside}`);
  return `Not worked: ${parts.join('; ')}`;
}

/** The parts of an entry, between its breaks, that no bound covers. */
function lostOf(
  { startMin, endMin, breaks }: Entry,
  bounds: readonly LocalStretch[],
): readonly LocalStretch[] {
  const covered = unite([...breaks, ...bounds].map(({ startMin: start, endMin: end }) => ({ start, end })));
  return subtract([{ start: startMin, end: endMin }], covered).map(({ start, end }) => {
    return { startMin: start, endMin: end };
  });
}

function placeOf({ locationId }: Entry, places: BoundedRow['places']): readonly Entry[] | undefined {
  return locationId === undefined ? undefined : places?.[locationId];
}

function isAhead({ until }: Entry, today: string): boolean {
  return until === undefined || until >= today;
}

function textOf({ startMin, endMin }: LocalStretch): string {
  return `${timeText(startMin)}–${timeText(endMin)}`;
}

function listOf(times: readonly string[]): string {
  const more = times.length - MOST_TIMES;
  return [...times.slice(0, MOST_TIMES), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
