import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock';
import { Config } from '../../platform/config/config';
import { equals, hasWords } from '../../platform/database/reads/clause';
import { Database } from '../../platform/database/database';
import { EntityReads, type ReadRow } from '../../platform/database/reads/entity-reads';
import { assertPreconditions } from '../../platform/http/preconditions';
import type { WriteContext } from '../../platform/database/write-context';
import { ValidationError, RefusedError } from '../../platform/errors/errors';
import { found, lockRow } from '../../platform/database/found';
import type { Page } from '../../platform/database/reads/page';
import { present } from '../../platform/values/present';
import { withDefaults } from '../../platform/http/validation/defaults';
import { AppointmentConflicts } from '../periods/appointment-conflicts';
import { Location } from '../locations/location.entity';
import {
  type ResourceListQuery,
  type ResourcePatch,
  ResourceWrite,
  toResourceResponse,
} from './dto/resource.dto';
import { Resource } from './resource.entity';
import { withMetadata } from '../../platform/metadata/metadata';
import { hasMetadata } from '../../platform/metadata/metadata-clause';

/** An appointment or a hold that is not over takes the resource. */
class ResourceInUseError extends RefusedError {
  constructor() {
    super('An appointment or a hold takes this resource', { reason: 'resource_in_use' });
  }
}

const BY_NAME = { field: 'name', direction: 'asc' } as const;

/** Reads and writes resources. No other service writes them. */
@Injectable()
export class ResourcesService {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly reads: EntityReads,
    private readonly conflicts: AppointmentConflicts,
    private readonly clock: Clock,
  ) {}

  list(query: ResourceListQuery): Promise<Page<ReadRow<Resource>>> {
    const { kind, locationId, active, q } = query;
    const equal = [
      ...equals('kind', kind),
      ...equals('location_id', locationId),
      ...equals('active', active),
    ];
    const where = [...equal, ...hasWords(['t.name', 't.kind'], q), ...hasMetadata(query.metadata)];
    return this.reads.page(Resource, { window: query, sort: query.sort ?? BY_NAME, where, isShort: true });
  }

  /** @throws NotFoundError */
  async get(id: number): Promise<ReadRow<Resource>> {
    return found(await this.reads.find(Resource, id), 'resource');
  }

  /** @throws ValidationError of an unknown location */
  create(context: WriteContext, body: ResourceWrite): Promise<Resource> {
    const now = new Date(this.clock.now());
    const members = { ...withDefaults(ResourceWrite, body), createdAt: now, updatedAt: now };
    return this.database.transaction(context, async (tx) => {
      await assertLocation(tx, members.locationId);
      return tx.save(tx.create(Resource, members));
    });
  }

  /** @throws as `change` */
  replace(context: WriteContext, id: number, body: ResourceWrite): Promise<Resource> {
    return this.change(context, id, withDefaults(ResourceWrite, body));
  }

  /** @throws NotFoundError, PreconditionFailedError, ValidationError of an unknown location */
  change(context: WriteContext, id: number, body: ResourcePatch): Promise<Resource> {
    const now = new Date(this.clock.now());
    const members = present(body);
    return this.database.transaction(context, async (tx) => {
      const resource = await this.lock(tx, context, id);
      if (Object.keys(members).length === 0) return resource;
      await assertLocation(tx, members.locationId);
      return tx.save(Object.assign(resource, withMetadata(resource, members), { updatedAt: now }));
    });
  }

  /** Its time off is deleted with it. @throws NotFoundError, PreconditionFailedError, ResourceInUseError */
  remove(context: WriteContext, id: number): Promise<number> {
    return this.database.transaction(context, async (tx) => {
      const resource = await this.lock(tx, context, id);
      if (await this.conflicts.isTakenAhead(tx, id)) throw new ResourceInUseError();
      await tx.remove(resource);
      return id;
    });
  }

  /** @throws NotFoundError, PreconditionFailedError */
  private async lock(tx: EntityManager, context: WriteContext, id: number): Promise<Resource> {
    const resource = await lockRow(tx, Resource, { id }, 'resource');
    await assertPreconditions(context, () => toResourceResponse(resource, this.config.businessTimeZone));
    return resource;
  }
}

/** The lock keeps the location until the resource that names it is committed. @throws ValidationError */
async function assertLocation(tx: EntityManager, id: number | null | undefined): Promise<void> {
  if (id == null) return;
  const options = { select: { id: true }, where: { id }, lock: { mode: 'for_key_share' } } as const;
  if ((await tx.findOne(Location, options)) === null) {
    throw new ValidationError({ locationId: 'names no location' });
  }
}
