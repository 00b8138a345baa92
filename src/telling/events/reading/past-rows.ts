import { Injectable } from '@nestjs/common';
import { WaitlistEntry } from '../../../booking/waitlist/waitlist-entry.entity';
import { Location } from '../../../business/locations/location.entity';
import { Provider } from '../../../business/providers/provider.entity';
import { Resource } from '../../../business/resources/resource.entity';
import { SERVICE_COLUMNS } from '../../../business/services/service.entity';
import { Customer } from '../../../people/customers/customer.entity';
import { User } from '../../../people/users/user.entity';
import {
  type AuditedRow,
  type Columns,
  namesOf,
  some,
  trailReader,
  type ValuesOf,
} from '../../../platform/database/columns';
import { ints, orNull } from '../../../platform/database/entity-columns';
import { Database, type Statement } from '../../../platform/database/database';

/** A row, or some columns of one, that can be read as it was. */
interface Kind {
  /** As in the audit trail. */
  readonly resource: string;
  /** A column that only this part of the resource has. The trail keeps some resources in parts: a provider in three. */
  readonly has: string;
  /** The table that has the row now. Without one, a part without an audit entry is empty. */
  readonly table?: string;
  readonly columns: Columns;
  /** Reading two names takes PostgreSQL a third of the time of a whole row. */
  readonly isWhole?: true;
}

const SERVICE = { resource: 'services', has: 'name', table: 'services' } as const;
const USER = { resource: 'providers', has: 'name', table: 'users' } as const;
const PROVIDER = { resource: 'providers', has: 'slug', table: 'providers' } as const;
const LIST = (name: string) => orNull(ints({ name }));

const KINDS = {
  customerName: {
    resource: 'customers',
    has: 'first_name',
    table: 'customers',
    columns: some(Customer.columns, ['firstName', 'lastName']),
  },
  bookedService: { ...SERVICE, columns: some(SERVICE_COLUMNS, ['name', 'questions']) },
  service: { ...SERVICE, columns: SERVICE_COLUMNS, isWhole: true },
  serviceProviders: {
    resource: 'services',
    has: 'provider_ids',
    columns: { providerIds: LIST('provider_ids') },
    isWhole: true,
  },
  /** The part of a provider that is its user. */
  providerUser: { ...USER, columns: User.columns, isWhole: true },
  providerName: { ...USER, columns: some(User.columns, ['name']) },
  provider: { ...PROVIDER, columns: Provider.columns, isWhole: true },
  providerZone: { ...PROVIDER, columns: some(Provider.columns, ['timezone']) },
  placeZone: {
    resource: 'locations',
    has: 'name',
    table: 'locations',
    columns: some(Location.columns, ['timezone']),
  },
  providerServices: {
    resource: 'providers',
    has: 'service_ids',
    columns: { serviceIds: LIST('service_ids') },
    isWhole: true,
  },
  resource: {
    resource: 'resources',
    has: 'name',
    table: 'resources',
    columns: some(Resource.columns, ['name', 'kind']),
  },
  waitlistEntry: {
    resource: 'waitlist',
    has: 'status',
    table: 'waitlist_entries',
    columns: WaitlistEntry.columns,
    isWhole: true,
  },
} as const satisfies Readonly<Record<string, Kind>>;

export type PartKind = keyof typeof KINDS;
type RowOf<Name extends PartKind> = ValuesOf<(typeof KINDS)[Name]['columns']>;

/** Another resource in the view of a state, or a part of the resource itself. */
export interface Part {
  readonly kind: PartKind;
  readonly id: number;
}

/** A part as it was after an audit entry. */
export interface PartAt extends Part {
  readonly entryId: number;
}

/** Gives the row of a part as it was. A part that never was has a row without values. */
export type RowAt = <Name extends PartKind>(kind: Name, id: number) => RowOf<Name>;

type Row = RowOf<PartKind>;

/** The rows of a part, each with the audit entry that made it; the first one is the row as it was before the others. */
type History = readonly (readonly [entryId: number, row: Row])[];

/** A history, as the statement returns it. */
interface StoredHistory {
  readonly first: AuditedRow;
  readonly later: readonly (readonly [entryId: number, row: AuditedRow])[] | null;
}

const BY_NAME: readonly (readonly [string, Kind])[] = Object.entries(KINDS);
const ROW = 'coalesce(a.after, a.before)';
const OF_PART = `a.resource = p.resource and a.resource_id = p.id and ${ROW} ? p.has`;

/**
 * The history of each part from one audit entry to another. The last entry up to the first one has the row; without any, the row is read
 * as it is now. Values of each part: its kind, its resource and column in the trail, its id, and the two entries.
 */
const HISTORIES: Statement = {
  name: 'events.histories',
  text: `
    select coalesce(
        (select ${columnsOfRow()} from audit_entries a where ${OF_PART} and a.id <= p.since order by a.id desc limit 1),
        case p.kind ${BY_NAME.map(presentRow).join(' ')} end,
        '{}') as first,
      case when p.since < p.up_to then
        (select json_agg(json_build_array(a.id, ${columnsOfRow()}) order by a.id)
          from audit_entries a where ${OF_PART} and a.id > p.since and a.id <= p.up_to)
      end as later
    from unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::bigint[], $6::bigint[])
      with ordinality as p(kind, resource, has, id, since, up_to, n)
    order by p.n`,
};

function columnsOfRow(): string {
  const parts = BY_NAME.filter(([, { isWhole }]) => isWhole !== true).map(([name, { columns }]) => {
    const members = namesOf(columns).map((each) => `'${each}', ${ROW} -> '${each}'`);
    return `when '${name}' then jsonb_build_object(${members.join(', ')})`;
  });
  return `case p.kind ${parts.join(' ')} else ${ROW} end`;
}

function presentRow([name, { table, columns, isWhole }]: readonly [string, Kind]): string {
  if (table === undefined) return '';
  const members = namesOf(columns).map((each) => `'${each}', t.${each}`);
  const row = isWhole === true ? 'to_jsonb(t)' : `jsonb_build_object(${members.join(', ')})`;
  return `when '${name}' then (select ${row} from ${table} t where t.id = p.id)`;
}

/** How a row of each kind is read. */
const READERS = Object.fromEntries(
  BY_NAME.map(([name, { columns }]) => [name, trailReader(columns)]),
) as unknown as Readonly<Record<PartKind, (row: AuditedRow) => Row>>;

/** Reads rows as they were. */
@Injectable()
export class PastRows {
  constructor(private readonly database: Database) {}

  /** Reads the rows of all parts together. @returns what gives them after an audit entry */
  async read(parts: readonly PartAt[]): Promise<(entryId: number) => RowAt> {
    const wanted = wantedOf(parts);
    const each = [...wanted.values()];
    const rows =
      each.length === 0
        ? []
        : await this.database.rows<StoredHistory>(HISTORIES, [
            each.map(({ kind }) => kind),
            each.map(({ kind }) => KINDS[kind].resource),
            each.map(({ kind }) => KINDS[kind].has),
            each.map(({ id }) => id),
            each.map(({ from }) => from),
            each.map(({ upTo }) => upTo),
          ]);
    const histories = new Map(
      [...wanted].map(([key, { kind }], index) => [key, historyOf(rows[index], READERS[kind])]),
    );
    return (entryId) => {
      const rowAt = (kind: PartKind, id: number) =>
        histories.get(keyOf({ kind, id }))?.findLast(([entry]) => entry <= entryId)?.[1] ?? READERS[kind]({});
      return rowAt;
    };
  }
}

/** The first and the last entry after which each part is wanted. */
function wantedOf(parts: readonly PartAt[]): Map<string, Part & { from: number; upTo: number }> {
  const wanted = new Map<string, Part & { from: number; upTo: number }>();
  for (const { kind, id, entryId } of parts) {
    const key = keyOf({ kind, id });
    const known = wanted.get(key);
    if (known === undefined) wanted.set(key, { kind, id, from: entryId, upTo: entryId });
    else {
      known.from = Math.min(known.from, entryId);
      known.upTo = Math.max(known.upTo, entryId);
    }
  }
  return wanted;
}

function historyOf(stored: StoredHistory | undefined, read: (row: AuditedRow) => Row): History {
  const { first = {}, later = [] } = stored ?? {};
  return [[0, read(first)], ...(later ?? []).map(([entryId, row]) => [entryId, read(row)] as const)];
}

function keyOf({ kind, id }: Part): string {
  return `${kind} ${id}`;
}
