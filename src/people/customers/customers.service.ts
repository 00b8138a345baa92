import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock';
import type { Page } from '../../platform/database/reads/page';
import { found, lockRow } from '../../platform/database/found';
import { present } from '../../platform/values/present';
import { withDefaults } from '../../platform/http/validation/defaults';
import { Config } from '../../platform/config/config';
import type { WriteContext } from '../../platform/database/write-context';
import { Database } from '../../platform/database/database';
import { EntityReads, type ReadRow } from '../../platform/database/reads/entity-reads';
import { seenBy } from '../../platform/http/hiding/mask';
import type { Caller } from '../../platform/http/identity';
import { assertPreconditions } from '../../platform/http/preconditions';
import { violates } from '../../platform/database/sqlstate';
import { splitName } from './customer-name';
import { hasAddress, wordsOfCustomer } from './customer-search';
import { Customer } from './customer.entity';
import { VisibleCustomers } from './visible-customers';
import {
  type CustomerListQuery,
  type CustomerPatch,
  CustomerWrite,
  isNamedByName,
  CustomerResponse,
  toCustomerResponse,
} from './dto/customer.dto';
import { type Metadata, type MetadataWrite, withMetadata } from '../../platform/metadata/metadata';
import { type Reach, reachOf } from '../../platform/restrictions';
import { hasMetadata } from '../../platform/metadata/metadata-clause';
import { RefusedError, ValidationError } from '../../platform/errors/errors';

/** Another customer has the e-mail address, in upper or lower case. */
class CustomerEmailTakenError extends ValidationError {
  constructor() {
    super({ email: 'belongs to another customer' });
  }
}

/** A customer cannot be deleted while there are appointments, past ones included (docs/reference/errors.md). */
class AppointmentsExistError extends RefusedError {
  constructor() {
    super(
      'The customer has appointments; remove them first',
      { reason: 'appointments_exist' },
      'appointments_exist',
    );
  }
}

/** The person was erased: nothing can be written about them any more. */
class CustomerErasedError extends RefusedError {
  constructor() {
    super('The customer was erased and cannot be changed', { reason: 'customer_erased' });
  }
}

/** The stored members that a body may set. */
type Members = Partial<Omit<Customer, 'id' | 'metadata' | 'createdAt' | 'updatedAt' | 'erasedAt'>> & {
  readonly metadata?: MetadataWrite;
};
/** When a customer was made, if not now. */
interface MadeAt {
  readonly madeAt?: Date | undefined;
}

type WholeMembers = Members & { readonly firstName: string; readonly metadata?: Metadata };

const BY_LAST_NAME = { field: 'lastName', direction: 'asc' } as const;

/** Reads and writes customers. No other service writes them. */
@Injectable()
export class CustomersService {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly reads: EntityReads,
    private readonly visible: VisibleCustomers,
    private readonly clock: Clock,
  ) {}

  /** Those that the key sees, by the words that it may search. */
  async list(query: CustomerListQuery, caller: Caller): Promise<Page<ReadRow<Customer>>> {
    const { sort = BY_LAST_NAME } = query;
    const where = [
      ...wordsOfCustomer(query.q, caller.restrictions?.hide),
      ...(await hasAddress(query, this.config.businessCountry)),
      ...hasMetadata(query.metadata),
      ...this.visible.clauses(reachOf(caller)),
    ];
    return this.reads.page(Customer, { window: query, sort, where });
  }

  /** @throws NotFoundError for one that a narrowed key does not see, too */
  async get(id: number, reach?: Reach, tx?: EntityManager): Promise<ReadRow<Customer>> {
    return found(await this.reads.find(Customer, id, this.visible.clauses(reach), tx), 'customer');
  }

  /** @throws CustomerEmailTakenError */
  create(context: WriteContext, body: CustomerWrite): Promise<Customer> {
    const now = new Date(this.clock.now());
    const members = {
      ...customerMembersOf(withDefaults(CustomerWrite, body)),
      createdAt: now,
      updatedAt: now,
    };
    return this.database.transaction(context, (tx) => save(tx, tx.create(Customer, members)));
  }

  /** Creates those of another system, with one statement. @throws CustomerEmailTakenError */
  createAll(context: WriteContext, bodies: readonly (CustomerWrite & MadeAt)[]): Promise<Customer[]> {
    const now = new Date(this.clock.now());
    return this.database.transaction(context, (tx) => {
      const customers = bodies.map(({ madeAt = now, ...body }) =>
        tx.create(Customer, {
          ...customerMembersOf(withDefaults(CustomerWrite, body)),
          createdAt: madeAt,
          updatedAt: now,
        }),
      );
      return save(tx, customers);
    });
  }

  /** @throws NotFoundError, PreconditionFailedError, CustomerErasedError, CustomerEmailTakenError */
  replace(context: WriteContext, id: number, body: CustomerWrite): Promise<Customer> {
    return this.update(context, id, customerMembersOf(withDefaults(CustomerWrite, body, context)));
  }

  /** @throws NotFoundError, PreconditionFailedError, CustomerErasedError, CustomerEmailTakenError */
  change(context: WriteContext, id: number, body: CustomerPatch): Promise<Customer> {
    return this.update(context, id, customerMembersOf(body));
  }

  /** @throws NotFoundError, PreconditionFailedError, AppointmentsExistError */
  remove(context: WriteContext, id: number): Promise<number> {
    return this.database.transaction(context, async (tx) => {
      const customer = await this.lockAsExpected(context, tx, id);
      const { reach } = context;
      if (reach !== undefined) {
        const isElsewhere = isAtHomeElsewhere(customer, reach);
        if (isElsewhere || (await this.visible.hangsElsewhere(tx, id, reach)))
          throw new AppointmentsExistError();
      }
      try {
        await tx.remove(customer);
      } catch (error) {
        // The foreign key decides, not a look-up beforehand: a booking may be in progress.
        if (violates(error, 'appointments_customer_id_fkey')) throw new AppointmentsExistError();
        throw error;
      }
      return id;
    });
  }

  /** @throws NotFoundError, PreconditionFailedError */
  private async lockAsExpected(context: WriteContext, tx: EntityManager, id: number): Promise<Customer> {
    // Before the lock: a narrowed key never waits for a writer of what it does not see.
    if (context.reach !== undefined) await this.get(id, context.reach, tx);
    const customer = await lockRow(tx, Customer, { id }, 'customer');
    await assertPreconditions(context, () =>
      seenBy(context, CustomerResponse, toCustomerResponse(customer, this.config.businessTimeZone)),
    );
    return customer;
  }

  private update(context: WriteContext, id: number, members: Members): Promise<Customer> {
    const now = new Date(this.clock.now());
    return this.database.transaction(context, async (tx) => {
      const customer = await this.lockAsExpected(context, tx, id);
      if (customer.erasedAt !== null) throw new CustomerErasedError();
      if (members.homeLocationId !== undefined && isAtHomeElsewhere(customer, context.reach))
        throw new ValidationError({ homeLocationId: 'is another location, which this key does not change' });
      if (Object.keys(members).length === 0) return customer;
      return save(tx, Object.assign(customer, withMetadata(customer, members), { updatedAt: now }));
    });
  }
}

/** Whether a customer belongs to a place that is none of a narrowed key. */
function isAtHomeElsewhere({ homeLocationId }: Customer, reach: Reach | undefined): boolean {
  return homeLocationId !== null && reach?.locations?.includes(homeLocationId) === false;
}

/** The members that a body sets: the name in its two parts, a last name that is null as `''`. */
function customerMembersOf(body: CustomerWrite): WholeMembers;
function customerMembersOf(body: CustomerPatch): Members;
function customerMembersOf({ name, lastName, ...body }: CustomerPatch): Members {
  const named = { ...body, name, lastName };
  if (isNamedByName(named)) return { ...present(body), ...splitName(named.name) };
  return present({ ...body, lastName: lastName === null ? '' : lastName });
}

async function save<Saved extends Customer | Customer[]>(
  tx: EntityManager,
  customers: Saved,
): Promise<Saved> {
  try {
    return (await tx.save(customers as Customer[])) as Saved;
  } catch (error) {
    if (violates(error, 'customers_email_key')) throw new CustomerEmailTakenError();
    throw error;
  }
}
