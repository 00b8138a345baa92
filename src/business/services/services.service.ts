import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import { CategoriesService } from '../categories/categories.service';
import { Category } from '../categories/category.entity';
import { Clock } from '../../platform/clock';
import type { Page } from '../../platform/database/reads/page';
import { ValidationError } from '../../platform/errors/errors';
import { found, lockRow } from '../../platform/database/found';
import { present } from '../../platform/values/present';
import { withDefaults } from '../../platform/http/validation/defaults';
import type { WriteContext } from '../../platform/database/write-context';
import { equals, hasWords, IS_ACTIVE } from '../../platform/database/reads/clause';
import { Database } from '../../platform/database/database';
import { EntityReads, type ReadRow } from '../../platform/database/reads/entity-reads';
import { seenBy } from '../../platform/http/hiding/mask';
import { assertPreconditions } from '../../platform/http/preconditions';
import { HoursAtPlaces } from '../hours-at-places/hours-at-places';
import { OneZoneRule } from '../hours-at-places/one-zone-rule';
import { AssignmentsService } from './assignments/assignments.service';
import { BY_NAME, isOfferedBy, NOT_DELETED } from './assignments/offered-services';
import type { GroupedServices } from './dto/grouped-services.dto';
import { type ServiceListQuery, type ServicePatch, ServiceResponse, ServiceWrite } from './dto/service.dto';
import { storedTerms } from './dto/terms.dto';
import { storedQuestion } from './questions/question.dto';
import { Service } from './service.entity';
import { assertSound, throwFaults } from './sound-service';
import { assertApart, inTimeOrder, placesOf, toStoredTimetable } from './timetable';
import { withMetadata } from '../../platform/metadata/metadata';
import { hasMetadata } from '../../platform/metadata/metadata-clause';

/** Reads and writes services. No other service writes them. */
@Injectable()
export class ServicesService {
  constructor(
    private readonly database: Database,
    private readonly reads: EntityReads,
    private readonly assignments: AssignmentsService,
    private readonly categories: CategoriesService,
    private readonly places: HoursAtPlaces,
    private readonly oneZone: OneZoneRule,
    private readonly clock: Clock,
  ) {}

  /** @param seesAll else active services alone, and a filter by metadata is ignored */
  list(query: ServiceListQuery, seesAll: boolean): Promise<Page<ReadRow<Service>>> {
    const { providerId, categoryId, active } = query;
    const offered = providerId === undefined ? [] : [isOfferedBy(providerId)];
    const equal = [...equals('category_id', categoryId), ...equals('active', active)];
    const words = hasWords(['t.name', 't.description'], query.q);
    const shown = seesAll ? hasMetadata(query.metadata) : [IS_ACTIVE];
    const where = [NOT_DELETED, ...offered, ...equal, ...words, ...shown];
    return this.reads.page(Service, { window: query, sort: query.sort ?? BY_NAME, where, isShort: true });
  }

  /** The active ones by name, and the active categories, each in one page. @param most how many of each at most */
  async active(most: number): Promise<GroupedServices> {
    const where = [NOT_DELETED, IS_ACTIVE];
    const [services, categories] = await Promise.all([
      this.reads.wholePage(Service, { window: {}, sort: BY_NAME, where, isShort: true }, most),
      this.categories.active(most),
    ]);
    return { services, categories };
  }

  /** @param seesAll else one that is not active is not found @throws NotFoundError */
  async get(id: number, seesAll: boolean): Promise<ReadRow<Service>> {
    const clauses = seesAll ? [NOT_DELETED] : [NOT_DELETED, IS_ACTIVE];
    return found(await this.reads.find(Service, id, clauses), 'service');
  }

  /** @throws ValidationError of an unknown category or provider, of what is listed twice, or of a team that is too small */
  create(context: WriteContext, body: ServiceWrite): Promise<Service> {
    assertSound(body);
    return this.database.transaction(context, async (tx) => {
      await this.assignments.lockTeachers(tx, 0, providersIn(body));
      const service = tx.create(Service, {
        createdAt: new Date(this.clock.now()),
        deletedAt: null,
        resources: [],
        terms: [],
        durationOptions: [],
        team: [],
        timetable: [],
        questions: [],
        metadata: {},
        providerIds: null,
      });
      return this.write(tx, service, withDefaults(ServiceWrite, body));
    });
  }

  /** @throws as `change` */
  replace(context: WriteContext, id: number, body: ServiceWrite): Promise<Service> {
    return this.change(context, id, withDefaults(ServiceWrite, body, context));
  }

  /** @throws NotFoundError, PreconditionFailedError, ValidationError as `create` */
  change(context: WriteContext, id: number, body: ServicePatch): Promise<Service> {
    assertSound(body);
    const members = present(body);
    return this.database.transaction(context, async (tx) => {
      // Before the service, as those do who remove a location. So each booking sees the classes either as they were or as they are then.
      if (body.timetable !== undefined || body.startsAt !== undefined)
        await this.assignments.lockTeachers(tx, id, providersIn(body));
      const service = await lockRow(tx, Service, { id, deletedAt: IsNull() }, 'service');
      await assertPreconditions(context, () => seenBy(context, ServiceResponse, ServiceResponse.of(service)));
      return Object.keys(members).length === 0 ? service : this.write(tx, service, members);
    });
  }

  /** Hides the service everywhere; the appointments that name it stay. @throws NotFoundError, PreconditionFailedError */
  remove(context: WriteContext, id: number): Promise<number> {
    return this.database.transaction(context, async (tx) => {
      const service = await lockRow(tx, Service, { id, deletedAt: IsNull() }, 'service');
      await assertPreconditions(context, () => seenBy(context, ServiceResponse, ServiceResponse.of(service)));
      await tx.save(Object.assign(service, { deletedAt: new Date(this.clock.now()) }));
      return id;
    });
  }

  private async write(
    tx: EntityManager,
    service: Service,
    { providerIds, ...body }: ServicePatch,
  ): Promise<Service> {
    await this.assertReferences(tx, body, providerIds);
    const updatedAt = new Date(this.clock.now());
    const members = {
      ...body,
      ...(body.terms && { terms: body.terms.map(storedTerms) }),
      ...(body.timetable && { timetable: toStoredTimetable(body.timetable) }),
      ...(body.questions && { questions: body.questions.map(storedQuestion) }),
    };
    const changed = Object.assign(service, withMetadata(service, members), { updatedAt });
    if (changed.startsAt === 'schedule') {
      assertApart(changed.timetable, changed);
      await this.assertOneZone(tx, changed, body);
    }
    const saved = await tx.save(Object.assign(changed, { timetable: inTimeOrder(changed.timetable) }));
    if (providerIds === undefined) return saved;
    await this.assignments.assignProviders(tx, saved.id, providerIds);
    return Object.assign(saved, { providerIds: providerIds?.toSorted((a, b) => a - b) ?? null });
  }

  /** @throws ValidationError of classes that do not fit the zone of other hours of their provider */
  private async assertOneZone(
    tx: EntityManager,
    { id = 0, timetable }: Partial<Service> & Pick<Service, 'timetable'>,
    body: ServicePatch,
  ): Promise<void> {
    if (body.timetable === undefined && body.startsAt === undefined) return;
    // They are locked by now, unless another write of the service has changed its timetable meanwhile.
    if (body.timetable === undefined) await this.assignments.lockTeachers(tx, id, []);
    const member = body.timetable === undefined ? 'startsAt' : 'timetable';
    const faults = await this.oneZone.faultsOfClasses(tx, id, timetable, member);
    if (Object.keys(faults).length > 0) throw new ValidationError(faults);
  }

  private async assertReferences(
    tx: EntityManager,
    { categoryId, terms = [], team = [], timetable = [] }: ServicePatch,
    providerIds?: readonly number[] | null,
  ): Promise<void> {
    const faults: Record<string, string> = {};
    if (typeof categoryId === 'number' && !(await isCategory(tx, categoryId))) {
      faults['categoryId'] = 'names no category';
    }
    if (providerIds != null && !(await this.assignments.areProviders(tx, providerIds))) {
      faults['providerIds'] = 'names no provider';
    }
    Object.assign(faults, await this.faultsOfProviders(tx, 'terms', terms));
    Object.assign(faults, await this.faultsOfProviders(tx, 'timetable', timetable));
    Object.assign(faults, await this.places.faultsOf(tx, placesOf(timetable)));
    for (const [index, helpers] of team.entries()) {
      if (!(await this.assignments.areProviders(tx, helpers.providerIds)))
        faults[`team[${index}].providerIds`] = 'names no provider';
    }
    throwFaults(faults);
  }

  private async faultsOfProviders(
    tx: EntityManager,
    list: 'terms' | 'timetable',
    entries: readonly { readonly providerId: number }[],
  ): Promise<Readonly<Record<string, string>>> {
    if (entries.length === 0) return {};
    const known = await this.assignments.knownProviders(
      tx,
      entries.map(({ providerId }) => providerId),
    );
    const unknown = entries.flatMap(({ providerId }, i) => (known.has(providerId) ? [] : [i]));
    return Object.fromEntries(unknown.map((i) => [`${list}[${i}].providerId`, 'names no provider']));
  }
}

/** The lock keeps the category until the service that names it is committed. */
async function isCategory(tx: EntityManager, id: number): Promise<boolean> {
  const options = { select: { id: true }, where: { id }, lock: { mode: 'for_key_share' } } as const;
  return (await tx.findOne(Category, options)) !== null;
}

function providersIn({ timetable = [] }: ServicePatch): readonly number[] {
  return timetable.map(({ providerId }) => providerId);
}
