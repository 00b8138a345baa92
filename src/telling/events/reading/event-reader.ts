import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { AuditedRow } from '../../../platform/database/audited-row';
import { Config } from '../../../platform/config/config';
import { Database } from '../../../platform/database/database';
import { isDatabaseAway } from '../../../platform/database/errors/sqlstate';
import { type EventResponse, toEventResponse } from '../dto/event.response';
import { type EventEntry, type EventRow, READ_EVENTS } from './event-row';
import { mergedRow, PastRows } from './past-rows';
import { RowAsEntity } from './row-as-entity';
import { type Side, type Sight, VIEWS } from './views';

/** An event with what the audit trail tells of it. */
export interface ReadEvent {
  /** Without data when it could not be read. */
  readonly event: EventResponse;
  readonly isReadable: boolean;
}

/** The resource of an event after and before the change. */
interface Sides {
  readonly event: EventRow;
  /** Null: the change deleted it. */
  readonly after: Side | null;
  /** Null: the change created it. */
  readonly before: Side | null;
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
    private readonly rowAsEntity: RowAsEntity,
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
    const events = rows.map(sidesOf);
    const parts = events.flatMap(({ event, after, before }) =>
      [after, before].filter((side) => side !== null).flatMap((side) => VIEWS[event.resource].parts(side)),
    );
    const sight = {
      past: await this.pastRows.read(parts),
      asEntity: this.rowAsEntity.read,
      businessZone: this.config.businessTimeZone,
    };
    return events.map((event) => shown(event, sight));
  }
}

function sidesOf(event: EventRow): Sides {
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
    event,
    after: isDeleted ? null : side('after', last.id),
    before: isCreated ? null : side('before', first.id - 1),
  };
}

/** The columns as they were first, or as they are last. */
function rowAt(entries: readonly EventEntry[], end: 'before' | 'after'): AuditedRow {
  const rows = entries.map((entry) => entry[end]).filter((row) => row !== null);
  return mergedRow(end === 'before' ? rows.reverse() : rows);
}

function shown({ event, after, before }: Sides, sight: Sight): EventResponse {
  const show = (side: Side | null) => side && (VIEWS[event.resource].show(side, sight) as Members);
  const [now, then] = [show(after), show(before)];
  return toEventResponse(event, {
    data: now ?? then ?? {},
    previous: now && then && changed(then, now),
    zone: sight.businessZone,
  });
}

type Members = Readonly<Record<string, unknown>>;

/** The members that a change changed, as they were. */
function changed(then: Members, now: Members): Members {
  return Object.fromEntries(
    Object.entries(then).filter(([name, value]) => !isDeepStrictEqual(value, now[name])),
  );
}
