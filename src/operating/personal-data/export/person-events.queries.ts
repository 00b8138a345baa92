import { Injectable } from '@nestjs/common';
import { Database, type Statement } from '../../../platform/database/database';
import type { EventResponse } from '../../../telling/events/dto/event.dto';
import type { EventResource } from '../../../telling/events/event-types';
import { EventReader } from '../../../telling/events/reading/event-reader';
import type { AuditedResource } from '../../audit/audited-resources';
import { CustomerTrail } from '../../audit/customer-trail.queries';

/** How many events are read at a time: each is made of several rows. */
const PAGE = 100;

/** What events call the resources of the audit trail. */
const EVENT_RESOURCES: Partial<Record<AuditedResource, EventResource>> = {
  appointments: 'appointment',
  customers: 'customer',
  notifications: 'message',
  waitlist: 'waitlist',
};

/** The events of the resources $1 with the ids $2 behind event $3. */
const FIND: Statement = {
  name: 'export.events',
  text: `
    select id::float8 as id from events where resource = $1 and resource_id = any ($2) and id > $3
    order by events.id limit ${PAGE}`,
};

/** Reads the events about one customer. */
@Injectable()
export class PersonEvents {
  constructor(
    private readonly database: Database,
    private readonly trail: CustomerTrail,
    private readonly reader: EventReader,
  ) {}

  /** In the groups of the trail. An appointment that other customers had as well shows only the events of this customer. */
  async *of(customerId: number): AsyncGenerator<EventResponse[]> {
    for (const { resource: audited, ids } of await this.trail.rows(customerId)) {
      const resource = EVENT_RESOURCES[audited];
      if (resource === undefined) continue;
      for (let last = 0; ;) {
        const values = [resource, ids.map(String), last];
        const found = (await this.database.rows<{ id: number }>(FIND, values)).map(({ id }) => id);
        yield (await this.reader.byIds(found)).filter((event) => isAbout(event, customerId));
        last = found.at(-1) ?? last;
        if (found.length < PAGE) break;
      }
    }
  }
}

function isAbout({ resource, data, previous }: EventResponse, customerId: number): boolean {
  return (
    resource === 'customer' ||
    resource === 'message' ||
    data['customerId'] === customerId ||
    previous?.['customerId'] === customerId
  );
}
