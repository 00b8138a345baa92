import { Injectable } from '@nestjs/common';
import { Location } from '../../../business/locations/location.entity';
import { type ProviderRow, selectProviders } from '../../../business/providers/provider-row';
import { Service } from '../../../business/services/service.entity';
import { Customer } from '../../../people/customers/customer.entity';
import { Database, type Statement } from '../../../platform/database/database';
import { EntityReads } from '../../../platform/database/reads/entity-reads';
import type { ToldAppointment } from '../../diary/rows/appointment-row';
import { INCLUDABLE, type Includable } from './dto/include.query';

/** The resources that some appointments name, by id. A kind that is not included is undefined. */
export interface IncludedResources {
  readonly customer?: ReadonlyMap<number, Customer>;
  readonly service?: ReadonlyMap<number, Service>;
  readonly provider?: ReadonlyMap<number, ProviderRow>;
  readonly location?: ReadonlyMap<number, Location>;
}

/** JSON has dates as text. */
type CustomerJson = Omit<Customer, 'createdAt'> & { readonly createdAt: string };

interface IncludedRow {
  readonly customer?: readonly CustomerJson[];
  readonly service?: readonly Service[];
  readonly provider?: readonly ProviderRow[];
  readonly location?: readonly Location[];
}

const IDS: Readonly<Record<Includable, (row: ToldAppointment) => number | null>> = {
  customer: ({ customerId }) => customerId,
  service: ({ serviceId }) => serviceId,
  provider: ({ providerId }) => providerId,
  location: ({ locationId }) => locationId,
};

@Injectable()
export class IncludedResourcesQueries {
  constructor(
    private readonly database: Database,
    private readonly reads: EntityReads,
  ) {}

  /** Reads every kind in one statement, for any number of appointments. */
  async read(rows: readonly ToldAppointment[], include: readonly Includable[]): Promise<IncludedResources> {
    const kinds = INCLUDABLE.filter((kind) => include.includes(kind));
    const ids = kinds.map((kind) => [...new Set(rows.map(IDS[kind]).filter((id) => id !== null))]);
    const [found = {}] = await this.database.rows<IncludedRow>(this.statement(kinds), ids);
    return {
      ...(found.customer && { customer: byId(found.customer.map(withDate)) }),
      ...(found.service && { service: byId(found.service) }),
      ...(found.provider && { provider: byId(found.provider) }),
      ...(found.location && { location: byId(found.location) }),
    };
  }

  private statement(kinds: readonly Includable[]): Statement {
    const columns = kinds.map((kind, index) => {
      const rows = this.select(kind, `$${index + 1}`);
      return `(select coalesce(json_agg(rows), '[]') from (${rows}) rows) as ${kind}`;
    });
    return { name: `appointments.include.${kinds.join('.')}`, text: `select ${columns.join(', ')}` };
  }

  private select(kind: Includable, ids: string): string {
    switch (kind) {
      case 'customer':
        return this.reads.selectByIds(Customer, ids);
      case 'service':
        return `${this.reads.selectByIds(Service, ids)} and t.deleted_at is null`;
      case 'provider':
        return `${selectProviders()} where p.id = any (${ids})`;
      case 'location':
        return this.reads.selectByIds(Location, ids);
    }
  }
}

function withDate(customer: CustomerJson): Customer {
  return { ...customer, createdAt: new Date(customer.createdAt) };
}

function byId<Row extends { readonly id: number }>(rows: readonly Row[]): ReadonlyMap<number, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}
