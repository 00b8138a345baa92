import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { AuditedRow } from '../../../platform/database/audited-row';
import { Config } from '../../../platform/config/config';
import { Database } from '../../../platform/database/database';
import { isDatabaseAway } from '../../../platform/database/sqlstate';
import { type EventResponse, toEventResponse } from '../dto/event.response';
import { type EventEntry, type EventRow, READ_EVENTS } from './event-row';
import { type PartKind, type Past, type PastPart, PastRows } from './past-rows';
import type { Showing, Side } from './view';
import { VIEWS } from './views';

/** An event with what the audit trail tells of it. */
export interface ReadEvent {
  /** Without data when it could not be read. */
  readonly event: EventResponse;
  readonly isReadable: boolean;
}

/** The resource of an event after and before the change. */
interface Sides<OneSide> {
  /** Null: the change deleted it. */
  readonly after: OneSide | null;
  /** Null: the change created it. */
  readonly before: OneSide | null;
}

/** An event that can be shown as soon as the parts of its sides are read. */
interface Viewed extends Sides<Showing & Pick<Side, 'upTo'>> {
  readonly event: EventRow;
}

/** The parts of the audit trail that hold the row of a resource whose events are told by the entries of another one as well. */
const HOLDS = 'holds';

/** Reads events with what they tell. It is all in the audit trail, names included, so events look the same whenever they are read. */
@Injectable()
export class EventReader {
  private readonly logger = new Logger('Events');

  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly pastRows: PastRows,
  ) {}

  /** The events with some ids, by id; those that have been deleted are left out. One that cannot be read has no data. */
  async byIds(ids: readonly number[]): Promise<EventResponse[]> {
    return (await this.attemptByIds(ids)).map(({ event }) => event);
  }

  /** As `byIds`. An event is unreadable when its audit entries hold what the service does not write there; it holds up no other. */
  async attemptByIds(ids: readonly number[]): Promise<ReadEvent[]> {
    return ids.length === 0 ? [] : this.read(await this.database.rows<EventRow>(READ_EVENTS, [ids]));
  }

  /** Reads the halves of what cannot be read together. */
  private async read(events: readonly EventRow[]): Promise<ReadEvent[]> {
    try {
      return (await this.shown(events)).map((event) => ({ event, isReadable: true }));
    } catch (error) {
      const [first, second] = events;
      if (isDatabaseAway(error) || first === undefined) throw error;
      if (second === undefined) return [this.unreadable(first, error)];
      const half = events.length >> 1;
      return [...(await this.read(events.slice(0, half))), ...(await this.read(events.slice(half)))];
    }
  }

  private unreadable(event: EventRow, error: unknown): ReadEvent {
    this.logger.error({ err: error, eventId: event.id }, 'Could not read an event');
    const zone = this.config.businessTimeZone;
    return { event: toEventResponse(event, { data: {}, previous: null, zone }), isReadable: false };
  }

  private async shown(rows: readonly EventRow[]): Promise<EventResponse[]> {
    const events = rows.map(viewed);
    const sides = events.flatMap(({ after, before }) => [after, before].filter((side) => side !== null));
    const past = await this.pastRows.read(
      sides.flatMap(({ parts, upTo }) => parts.map(({ kind, id }) => ({ kind, id, upTo }))),
    );
    return events.map((event) => shown(event, past, this.config.businessTimeZone));
  }
}

function viewed(event: EventRow): Viewed {
  const { after, before } = sidesOf(event);
  const view = (side: Side | null) => side && { ...VIEWS[event.resource](side), upTo: side.upTo };
  return { event, after: view(after), before: view(before) };
}

function sidesOf(event: EventRow): Sides<Side> {
  const own = event.entries.filter(({ resource }) => event.resource === 'hold' || resource !== HOLDS);
  const holds = event.entries.filter((entry) => !own.includes(entry));
  const [first, last] = [event.entries[0], event.entries.at(-1)];
  if (first === undefined || last === undefined) throw new Error('an event has an audit entry');
  const id = own[0]?.resourceId ?? Number(event.resourceId);
  const side = (end: 'before' | 'after', upTo: number): Side => ({
    id,
    row: rowAt(own, end),
    hold: [...holds].reverse().find((entry) => entry[end] !== null)?.[end] ?? null,
    upTo,
  });
  const isCreated = own.some(({ before, after }) => before === null && after !== null);
  const isDeleted = own.at(-1)?.after === null || event.type.endsWith('.deleted');
  return {
    after: isDeleted ? null : side('after', last.id),
    before: isCreated ? null : side('before', first.id - 1),
  };
}

/** The columns as they were first, or as they are last. */
function rowAt(entries: readonly EventEntry[], end: 'before' | 'after'): AuditedRow {
  const rows = entries.map((entry) => entry[end]).filter((row) => row !== null);
  const [only] = rows;
  if (only !== undefined && rows.length === 1) return only;
  return Object.assign({}, ...(end === 'before' ? rows.reverse() : rows)) as AuditedRow;
}

function shown(
  { event, after, before }: Viewed,
  past: (part: PastPart) => unknown,
  zone: string,
): EventResponse {
  const show = (side: Viewed['after']) => {
    const rowOf = (kind: PartKind, id: number) => past({ kind, id, upTo: side?.upTo ?? 0 });
    return side && (side.show({ past: rowOf as Past, businessZone: zone }) as Members);
  };
  const [now, then] = [show(after), show(before)];
  return toEventResponse(event, {
    data: now ?? then ?? {},
    previous: now && then && changed(then, now),
    zone,
  });
}

type Members = Readonly<Record<string, unknown>>;

/** The members that a change changed, as they were. */
function changed(then: Members, now: Members): Members {
  return Object.fromEntries(
    Object.entries(then).filter(([name, value]) => !isDeepStrictEqual(value, now[name])),
  );
}
