import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, type Statement } from '../../../platform/database/database';
import { EntityReads, type ReadRow } from '../../../platform/database/reads/entity-reads';
import { Service } from '../service.entity';
import { BY_NAME, isOfferedBy, NOT_DELETED } from './offered-services';

/** The statements that write the list of one provider or of one service; `$1` is its id, `$2` the ids of its list. */
interface AssignmentEnd {
  readonly remove: Statement;
  readonly add: Statement;
  readonly beginList: Statement;
  readonly endList: Statement;
  /** Removes the assignments that the list of the other end does not name. */
  readonly removeUnlisted: Statement;
}

interface End {
  readonly table: string;
  /** The column of `provider_services` that refers to the table. */
  readonly column: string;
  /** The column of the table that says whether a row has a list. */
  readonly flag: string;
}

const PROVIDERS: End = { table: 'providers', column: 'provider_id', flag: 'lists_services' };
const SERVICES: End = { table: 'services', column: 'service_id', flag: 'lists_providers' };

const PROVIDER_END = statementsOf(PROVIDERS, SERVICES);
const SERVICE_END = statementsOf(SERVICES, PROVIDERS);

function statementsOf(own: End, other: End): AssignmentEnd {
  const statement = (name: string, text: string) => ({ name: `assignments.${own.table}.${name}`, text });
  return {
    remove: statement(
      'remove',
      `delete from provider_services where ${own.column} = $1 and ${other.column} <> all ($2::int[])`,
    ),
    add: statement(
      'add',
      `insert into provider_services (${own.column}, ${other.column})
       select $1::int, unnest($2::int[]) on conflict do nothing`,
    ),
    beginList: statement(
      'begin-list',
      `update ${own.table} set ${own.flag} = true where id = $1 and not ${own.flag}`,
    ),
    endList: statement(
      'end-list',
      `update ${own.table} set ${own.flag} = false where id = $1 and ${own.flag}`,
    ),
    removeUnlisted: statement(
      'remove-unlisted',
      `delete from provider_services a using ${other.table} o
       where a.${own.column} = $1 and o.id = a.${other.column} and not o.${other.flag}`,
    ),
  };
}

/** Lists are written one at a time: the rows that end with one depend on the lists of the other end. Readers and bookings do not wait. */
const LOCK = {
  name: 'assignments.lock',
  text: 'lock table provider_services in share row exclusive mode',
};
const COUNT_PROVIDERS = {
  name: 'assignments.count-providers',
  text: 'select count(*)::int as count from providers where id = any ($1)',
};
/** The lock keeps the providers until the service that names them is committed. */
const FIND_PROVIDERS = {
  name: 'assignments.find-providers',
  text: 'select id from providers where id = any ($1) order by id for key share',
};
/** By id, so that two transactions never deadlock. */
const LOCK_TEACHERS = {
  name: 'assignments.lock-teachers',
  text: `select id from providers where id = any ($2::int[] || array(
           select (entry ->> 'providerId')::int from services s, jsonb_array_elements(s.timetable) entry where s.id = $1))
         order by id for no key update`,
};
/** A deleted service counts for the provider who has it already, so that a list that was read can be written back. */
const COUNT_SERVICES = {
  name: 'assignments.count-services',
  text: `select count(*)::int as count from services s where s.id = any ($1) and (s.deleted_at is null
           or exists (select from provider_services a where a.provider_id = $2 and a.service_id = s.id))`,
};

/**
 * Writes which provider is assigned to which service (docs/reference/business.md). Each end may have a list: `serviceIds` of a
 * provider, `providerIds` of a service. A provider offers a service when they are assigned to each other, or when neither has
 * a list. A row of `provider_services` is an assignment; it exists only while at least one of its ends has a list.
 */
@Injectable()
export class AssignmentsService {
  constructor(
    private readonly database: Database,
    private readonly reads: EntityReads,
  ) {}

  /** Replaces the list of services of a provider; null ends it. */
  assignServices(tx: EntityManager, providerId: number, serviceIds: readonly number[] | null): Promise<void> {
    return this.write(tx, PROVIDER_END, providerId, serviceIds);
  }

  /** Replaces the list of providers of a service; null ends it. */
  assignProviders(
    tx: EntityManager,
    serviceId: number,
    providerIds: readonly number[] | null,
  ): Promise<void> {
    return this.write(tx, SERVICE_END, serviceId, providerIds);
  }

  /** Whether every id names a provider, active or not. */
  async areProviders(tx: EntityManager, ids: readonly number[]): Promise<boolean> {
    const { count } = await this.database.one<{ count: number }>(COUNT_PROVIDERS, [ids], tx);
    return count === new Set(ids).size;
  }

  /** The ids that name a provider, active or not. */
  async knownProviders(tx: EntityManager, ids: readonly number[]): Promise<ReadonlySet<number>> {
    const rows = await this.database.rows<{ id: number }>(FIND_PROVIDERS, [ids], tx);
    return new Set(rows.map(({ id }) => id));
  }

  /**
   * Makes the bookings of those who give the classes of a service, and of other providers, wait until the transaction ends.
   * @param serviceId 0: a new service
   */
  async lockTeachers(tx: EntityManager, serviceId: number, otherIds: readonly number[]): Promise<void> {
    if (serviceId > 0 || otherIds.length > 0)
      await this.database.rows(LOCK_TEACHERS, [serviceId, otherIds], tx);
  }

  /** Whether every id names a service, active or not, or a deleted one that the provider has in its list already. */
  async areServices(tx: EntityManager, ids: readonly number[], providerId: number): Promise<boolean> {
    const { count } = await this.database.one<{ count: number }>(COUNT_SERVICES, [ids, providerId], tx);
    return count === new Set(ids).size;
  }

  /** The active services that a provider offers, by name. */
  offeredBy(providerId: number): Promise<ReadRow<Service>[]> {
    return this.reads.all(Service, { sort: BY_NAME, where: [NOT_DELETED, isOfferedBy(providerId)] });
  }

  /** The audit trail records lists only, so the flag is set after a list is merged and taken away before it is emptied. */
  private async write(
    tx: EntityManager,
    end: AssignmentEnd,
    id: number,
    others: readonly number[] | null,
  ): Promise<void> {
    await this.database.rows(LOCK, [], tx);
    if (others === null) {
      await this.database.rows(end.endList, [id], tx);
      await this.database.rows(end.removeUnlisted, [id], tx);
    } else {
      await this.database.rows(end.remove, [id, others], tx);
      await this.database.rows(end.add, [id, others], tx);
      await this.database.rows(end.beginList, [id], tx);
    }
  }
}
