import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { AuditedRow } from '../../../platform/database/columns';
import { Config } from '../../../platform/config/config';
import { Database } from '../../../platform/database/database';
import { isDatabaseAway } from '../../../platform/database/sqlstate';
import { type EventResponse, toEventResponse } from '../dto/event.dto';
import type { EventRow } from '../event.entity';
import { statesOf } from '../states-of';
import { READ_EVENTS } from './event.queries';
import { type PartAt, PastRows } from './past-rows';
import { type View, VIEWS } from '../views';
import type { JsonObject } from '../../../platform/values/json-object';

/** An event, and whether its audit entries could be read; otherwise it has no data. */
export interface ReadEvent {
  readonly event: EventResponse;
  readonly isReadable: boolean;
}

/** The view of the resource of an event after an audit entry. */
type ViewAt = ReturnType<View> & Pick<PartAt, 'entryId'>;

/** The audited name of holds. Events of the waitlist have entries of holds as well. */
const HOLDS = 'holds';

/** All data is in the audit trail, names of other resources included, so an event looks the same whenever it is read. */
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

  /** As `byIds`, and says which are unreadable: their audit entries hold values that the service does not write. */
  async attemptByIds(ids: readonly number[]): Promise<ReadEvent[]> {
    return ids.length === 0 ? [] : this.read(await this.database.rows<EventRow>(READ_EVENTS, [ids]));
  }

  /** Reads the halves of what cannot be read together. */
  private async read(events: readonly EventRow[]): Promise<ReadEvent[]> {
    try {
      return (await this.show(events)).map((event) => ({ event, isReadable: true }));
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

  private async show(rows: readonly EventRow[]): Promise<EventResponse[]> {
    const events = rows.map((event) => ({ event, ...viewsOf(event) }));
    const rowsAt = await this.pastRows.read(
      events.flatMap(({ after, before }) => [...partsOf(after), ...partsOf(before)]),
    );
    const zone = this.config.businessTimeZone;
    const show = (view: ViewAt | null) =>
      view && (view.show({ rowAt: rowsAt(view.entryId), businessZone: zone }) as JsonObject);
    return events.map(({ event, after, before }) => {
      const [now, then] = [show(after), show(before)];
      const data = now ?? then ?? {};
      return toEventResponse(event, { data, previous: now && then && previousOf(event, then, now), zone });
    });
  }
}

/** The resource after the event, and before it. Null where the event deleted or created it: before its event, an SMS had no text. */
function viewsOf(event: EventRow): { readonly after: ViewAt | null; readonly before: ViewAt | null } {
  const own = event.entries.filter(({ resource }) => event.resource === 'hold' || resource !== HOLDS);
  const holds = event.entries.filter((entry) => !own.includes(entry));
  const [first, last] = [event.entries[0], event.entries.at(-1)];
  if (first === undefined || last === undefined) throw new Error('the event has no audit entry');
  const id = own[0]?.resourceId ?? Number(event.resourceId);
  const viewAt = (end: 'before' | 'after', row: AuditedRow | null, entryId: number): ViewAt | null => {
    const hold = holds.findLast((entry) => entry[end] !== null)?.[end] ?? null;
    return row && { ...VIEWS[event.resource]({ id, row, hold }), entryId };
  };
  const { before, after } = statesOf(own);
  return {
    after: viewAt('after', event.type.endsWith('.deleted') ? null : after, last.id),
    before: viewAt('before', event.type === 'message.due' ? null : before, first.id - 1),
  };
}

function partsOf(view: ViewAt | null): PartAt[] {
  return view === null ? [] : view.parts.map(({ kind, id }) => ({ kind, id, entryId: view.entryId }));
}

/** The trail has the instant alone, and its wall clock was another one by the rules of that time: the one that stays. */
function previousOf({ reason }: EventRow, then: JsonObject, now: JsonObject): JsonObject {
  const previous = changed(then, now);
  if (reason !== 'zone_rules') return previous;
  return Object.fromEntries(Object.entries(previous).filter(([name]) => name !== 'localStart'));
}

/** The members that an event changed, as they were. */
function changed(then: JsonObject, now: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(then).filter(([name, value]) => !isDeepStrictEqual(value, now[name])),
  );
}
