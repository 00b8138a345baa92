import { table } from '../../../platform/cli/table';
import { formatInstant } from '../../../platform/time/instant-text';
import { type DuePeriod, type PeriodKind, PERIODS } from '../due-periods';
import { type Kind, KINDS } from '../due-times';
import type { ListedTime } from '../listing.statements';
import type { Moved, ReviewReader } from '../zone-review';

/** What stands before the lists. */
export interface ReportFacts {
  readonly zoneRules: string;
  /** Undefined: nothing was to be moved. */
  readonly moved: Moved | undefined;
}

/** Writes lists of any length, page after page. */
export interface ReviewReport extends ReviewReader {
  /** How many lines there are so far. */
  readonly count: number;
  end(): Promise<void>;
}

type Write = (part: string) => Promise<void>;
type List = Kind | PeriodKind;

const LISTS: readonly List[] = [...KINDS, ...PERIODS];

/** An appointment or a hold whose instant is no longer its wall clock. */
interface ReviewedTime {
  readonly id: number | string;
  readonly providerId: number;
  readonly timezone: string;
  readonly localStart: string;
  /** RFC 3339, by the rules of today. */
  readonly start: string;
  /** When its wall clock is, by the rules of today; null: the clock skips it. */
  readonly due: string | null;
  /** What has that time: ids of appointments, `hold` for a hold. */
  readonly collidesWith: readonly (number | 'hold')[];
}

/** Time off or a closure of which an end is no longer what was given. Instants are RFC 3339, by the rules of today. */
interface ReviewedPeriod {
  readonly id: number;
  readonly providerId: number | null;
  readonly resourceId: number | null;
  readonly timezone: string;
  readonly start: string;
  readonly end: string;
  readonly dueStart: string;
  readonly dueEnd: string;
}

/** One JSON value: `{"zoneRules":…,"moved":…}` and a member for each list. */
export class JsonReport implements ReviewReport {
  count = 0;
  private begun = 0;
  private separator = '';

  constructor(
    private readonly facts: ReportFacts,
    private readonly write: Write,
  ) {}

  times(kind: Kind, page: readonly ListedTime[]): Promise<void> {
    return this.add(kind, page.map(reviewedTime));
  }

  periods(kind: PeriodKind, page: readonly DuePeriod[]): Promise<void> {
    return this.add(kind, page.map(reviewedPeriod));
  }

  async end(): Promise<void> {
    await this.beginUpTo(LISTS.length);
    await this.write(']}\n');
  }

  private async add(list: List, lines: readonly object[]): Promise<void> {
    await this.beginUpTo(LISTS.indexOf(list) + 1);
    this.count += lines.length;
    await this.write(this.separator + lines.map((line) => JSON.stringify(line)).join(','));
    this.separator = ',';
  }

  /** Begins lists, of which those without a line are empty. */
  private async beginUpTo(count: number): Promise<void> {
    for (; this.begun < count; this.begun++) {
      const before = this.begun === 0 ? JSON.stringify(this.facts).slice(0, -1) : ']';
      await this.write(`${before},"${LISTS[this.begun]}":[`);
      this.separator = '';
    }
  }
}

const TIME_HEADINGS = [
  'ZONE',
  'PROVIDER',
  'BOOKED FOR',
  'ID',
  'STARTS AT',
  'SHOULD START AT',
  'COLLIDES WITH',
];
const PERIOD_HEADINGS = ['ZONE', 'ID', 'FROM', 'TO', 'SHOULD BE FROM', 'SHOULD BE TO'];
const NAMES: Readonly<Record<List, string>> = {
  appointments: 'appointments',
  holds: 'holds',
  timeOff: 'time off',
  closures: 'closures',
};

/** Tables for people, each with its headings. */
export class TextReport implements ReviewReport {
  count = 0;

  constructor(
    private readonly facts: ReportFacts,
    private readonly write: Write,
  ) {}

  times(kind: Kind, page: readonly ListedTime[]): Promise<void> {
    const rows = page.map((time) => timeRow(kind, reviewedTime(time)));
    return this.add(TIME_HEADINGS, rows);
  }

  periods(kind: PeriodKind, page: readonly DuePeriod[]): Promise<void> {
    const rows = page.map((period) => periodRow(kind, reviewedPeriod(period)));
    return this.add(PERIOD_HEADINGS, rows);
  }

  async end(): Promise<void> {
    if (this.count > 0) return;
    const { zoneRules } = this.facts;
    await this.write(
      `${this.head()}Everything to come has its wall clock by the zone rules of ${zoneRules}.\n`,
    );
  }

  private async add(headings: readonly string[], rows: readonly (readonly string[])[]): Promise<void> {
    if (this.count === 0) await this.write(this.head());
    this.count += rows.length;
    await this.write(`${table(headings, rows)}\n`);
  }

  private head(): string {
    const { moved } = this.facts;
    if (moved === undefined) return '';
    return `Moved: ${LISTS.map((list) => `${moved[list]} ${NAMES[list]}`).join(', ')}.\n`;
  }
}

function reviewedTime(time: ListedTime): ReviewedTime {
  const { id, providerId, zone, bookedStart, start, due, inTheWay } = time;
  return {
    id,
    providerId,
    timezone: zone,
    localStart: bookedStart.slice(0, 'YYYY-MM-DDTHH:MM'.length),
    start: formatInstant(start, zone),
    due: due === null ? null : formatInstant(due, zone),
    collidesWith: inTheWay.map((each) => each ?? 'hold'),
  };
}

function reviewedPeriod(period: DuePeriod): ReviewedPeriod {
  const { id, providerId, resourceId, zone } = period;
  return {
    id,
    providerId,
    resourceId,
    timezone: zone,
    start: formatInstant(period.start, zone),
    end: formatInstant(period.end, zone),
    dueStart: formatInstant(period.dueStart, zone),
    dueEnd: formatInstant(period.dueEnd, zone),
  };
}

function timeRow(kind: Kind, time: ReviewedTime): string[] {
  const { id, providerId, timezone, localStart, start, due, collidesWith } = time;
  return [
    timezone,
    String(providerId),
    localStart.replace('T', ' '),
    kind === 'holds' ? `hold ${id}` : String(id),
    start,
    due ?? 'the clock skips it',
    collidesWith.join(', '),
  ];
}

function periodRow(
  kind: PeriodKind,
  { id, timezone, start, end, dueStart, dueEnd }: ReviewedPeriod,
): string[] {
  return [timezone, `${kind === 'closures' ? 'closure' : 'time off'} ${id}`, start, end, dueStart, dueEnd];
}
