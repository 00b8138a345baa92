import { Injectable } from '@nestjs/common';
import { Reply } from '../../platform/http/envelope/envelope';
import { fitting } from '../../platform/values/bounded-json';
import { pageWindow } from '../../platform/database/reads/page-window';
import type { EventListQuery, EventResponse } from './dto/event.dto';
import { EventQueries } from './reading/event.queries';
import { EventReader } from './reading/event-reader';

/** Where a reader of events goes on. */
export interface EventListMeta {
  readonly next: number;
  readonly hasMore: boolean;
}

@Injectable()
export class EventsService {
  constructor(
    private readonly queries: EventQueries,
    private readonly reader: EventReader,
  ) {}

  /** @throws RefusedError for an expired cursor, ValidationError for an invalid one */
  async list({ after, length, ...filters }: EventListQuery): Promise<Reply<EventResponse[], EventListMeta>> {
    const { perPage } = pageWindow({ ...(length !== undefined && { length }) });
    const { ids, next, hasMore } = await this.queries.after(after, filters, perPage);
    const events = await this.reader.byIds(ids);
    const shown = fitting(events, (event) => Buffer.byteLength(JSON.stringify(event)));
    const last = shown.at(-1);
    return shown.length === events.length || last === undefined
      ? new Reply(events, { next, hasMore })
      : new Reply([...shown], { next: last.id, hasMore: true });
  }
}
