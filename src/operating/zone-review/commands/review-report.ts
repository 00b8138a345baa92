import { table } from '../../../platform/cli/table';
import { formatInstant } from '../../../platform/time/instant-text';
import { type Kind, KINDS } from '../due-times';
import type { ListedTime } from '../listing.statements';
import type { Moved } from '../zone-review';

/** What stands before the list. */
export interface ReportFacts {
  readonly zoneRules: string;
  /** Undefined: nothing was to be moved. */
  readonly moved: Moved | undefined;
}

/** Writes a list of any length, page after page, the kinds in their order. */
export interface ReportWriter {
  /** How many lines there are so far. */
  readonly count: number;
  add(kind: Kind, page: readonly ListedTime[]): Promise<void>;
  end(): Promise<void>;
}

type Write = (part: string) => Promise<void>;

/** Something whose instant is no longer its wall clock. */
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

/** One JSON value: `{"zoneRules":…,"moved":…,"appointments":[…],"holds":[…]}`. */
export class JsonReport implements ReportWriter {
  count = 0;
  private written: Kind[] = [];
  private separator = '';

  constructor(
    private readonly facts: ReportFacts,
    private readonly write: Write,
  ) {}

  async add(kind: Kind, page: readonly ListedTime[]): Promise<void> {
    await this.begin(kind);
    this.count += page.length;
    await this.write(this.separator + page.map((time) => JSON.stringify(reviewed(time))).join(','));
    this.separator = ',';
  }

  async end(): Promise<void> {
    await this.begin(KINDS.at(-1));
    await this.write(']}\n');
  }

  /** Begins the lists up to that of a kind. */
  private async begin(kind: Kind | undefined): Promise<void> {
    while (!this.written.some((each) => each === kind)) {
      const next = KINDS[this.written.length];
      if (next === undefined) return;
      const before = this.written.length === 0 ? JSON.stringify(this.facts).slice(0, -1) : ']';
      await this.write(`${before},"${next}":[`);
      this.written.push(next);
      this.separator = '';
    }
  }
}

const HEADINGS = ['ZONE', 'PROVIDER', 'BOOKED FOR', 'ID', 'STARTS AT', 'SHOULD START AT', 'COLLIDES WITH'];

/** Tables for people, each with its headings. */
export class TextReport implements ReportWriter {
  count = 0;

  constructor(
    private readonly facts: ReportFacts,
    private readonly write: Write,
  ) {}

  async add(kind: Kind, page: readonly ListedTime[]): Promise<void> {
    if (this.count === 0) await this.write(this.head());
    this.count += page.length;
    const rows = page.map((time) => rowOf(kind, reviewed(time)));
    await this.write(`${table(HEADINGS, rows)}\n`);
  }

  async end(): Promise<void> {
    if (this.count > 0) return;
    await this.write(
      `${this.head()}Every appointment to come has its wall clock by the zone rules of ${this.facts.zoneRules}.\n`,
    );
  }

  private head(): string {
    const { moved } = this.facts;
    return moved === undefined ? '' : `Moved: ${KINDS.map((kind) => `${moved[kind]} ${kind}`).join(', ')}.\n`;
  }
}

function reviewed({ id, providerId, zone, bookedStart, start, due, inTheWay }: ListedTime): ReviewedTime {
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

function rowOf(kind: Kind, time: ReviewedTime): string[] {
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
