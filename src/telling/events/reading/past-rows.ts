import { Injectable } from '@nestjs/common';
import { ENTRY_COLUMNS } from '../../../booking/waitlist/waitlist-columns';
import { PROVIDER_COLUMNS } from '../../../business/providers/provider.entity';
import { RESOURCE_COLUMNS } from '../../../business/resources/resource.entity';
import { SERVICE_COLUMNS } from '../../../business/services/service.entity';
import { CUSTOMER_COLUMNS } from '../../../people/customers/customer.entity';
import { USER_COLUMNS } from '../../../people/users/user.entity';
import type { AuditedRow } from '../../../platform/database/audited-row';
import {
  column,
  type Columns,
  namesOf,
  PLAIN,
  some,
  trailReader,
  type ValuesOf,
} from '../../../platform/database/columns';
import { Database, type Statement } from '../../../platform/database/database';

/** What can be read of a resource as it was. */
interface Kind {
  /** As in the audit trail. */
  readonly resource: string;
  /** A column that only this part of the resource has. The trail keeps some resources in parts: a provider as three. */
  readonly has: string;
  /** The table that has the row now. Without one, a part that no entry tells of is empty. */
  readonly table?: string;
  readonly columns: Columns;
  /** Reading two names takes PostgreSQL a third of the time of a whole row. */
  readonly isWhole?: true;
}

const SERVICE = { resource: 'services', has: 'name', table: 'services' } as const;
const USER = { resource: 'providers', has: 'name', table: 'users' } as const;
const PROVIDER = { resource: 'providers', has: 'slug', table: 'providers' } as const;
const LIST = (name: string) => column<readonly number[] | null>(name, PLAIN);

const KINDS = {
  customerName: {
    resource: 'customers',
    has: 'first_name',
    table: 'customers',
    columns: some(CUSTOMER_COLUMNS, ['firstName', 'lastName']),
  },
  serviceName: { ...SERVICE, columns: some(SERVICE_COLUMNS, ['name']) },
  service: { ...SERVICE, columns: SERVICE_COLUMNS, isWhole: true },
  serviceProviders: {
    resource: 'services',
    has: 'provider_ids',
    columns: { providerIds: LIST('provider_ids') },
    isWhole: true,
  },
  /** The part of a provider that is its user. */
  providerUser: { ...USER, columns: USER_COLUMNS, isWhole: true },
  providerName: { ...USER, columns: some(USER_COLUMNS, ['name']) },
  provider: { ...PROVIDER, columns: PROVIDER_COLUMNS, isWhole: true },
  providerZone: { ...PROVIDER, columns: some(PROVIDER_COLUMNS, ['timezone']) },
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
    columns: some(RESOURCE_COLUMNS, ['name', 'kind']),
  },
  waitlistEntry: {
    resource: 'waitlist',
    has: 'status',
    table: 'waitlist_entries',
    columns: ENTRY_COLUMNS,
    isWhole: true,
  },
} as const satisfies Readonly<Record<string, Kind>>;

export type PartKind = keyof typeof KINDS;
type RowOf<Name extends PartKind> = ValuesOf<(typeof KINDS)[Name]['columns']>;

/** A resource, or a part of one. */
export interface Part {
  readonly kind: PartKind;
  readonly id: number;
}

/** A part as it was when an audit entry was written. */
export interface PastPart extends Part {
  /** The last audit entry that counts. */
  readonly upTo: number;
}

/** The row of a part at some moment. */
export type Past = <Name extends PartKind>(kind: Name, id: number) => RowOf<Name>;

/** A part as all events that are read together need it: as it was at the first of some entries, and as it became up to the last. */
interface Span extends Part {
  from: number;
  upTo: number;
}

type Row = RowOf<PartKind>;

/** How a part was at the beginning of a span, and what each entry in it made of it, by id. */
interface Versions<State> {
  readonly first: State;
  readonly later: readonly (readonly [entry: number, state: State])[];
}

/** As the statement gives it. */
interface TrailVersions extends Pick<Versions<AuditedRow>, 'first'> {
  readonly later: Versions<AuditedRow>['later'] | null;
}

const BY_NAME: readonly (readonly [string, Kind])[] = Object.entries(KINDS);
const TOLD = 'coalesce(a.after, a.before)';
const OF_PART = `a.resource = p.resource and a.resource_id = p.id and ${TOLD} ? p.has`;

/**
 * The last entry up to a moment tells what a row was; a row that no entry tells of is read as it is now. Values: of each span its
 * kind, its resource and column in the trail, id, and first and last entry.
 */
const PAST_PARTS: Statement = {
  name: 'events.past-parts',
  text: `
    select coalesce(
        (select ${columnsTold()} from audit_entries a where ${OF_PART} and a.id <= p.since order by a.id desc limit 1),
        case p.kind ${BY_NAME.map(presentRow).join(' ')} end,
        '{}') as first,
      case when p.since < p.up_to then
        (select json_agg(json_build_array(a.id, ${columnsTold()}) order by a.id)
          from audit_entries a where ${OF_PART} and a.id > p.since and a.id <= p.up_to)
      end as later
    from unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::bigint[], $6::bigint[])
      with ordinality as p(kind, resource, has, id, since, up_to, n)
    order by p.n`,
};

function columnsTold(): string {
  const parts = BY_NAME.filter(([, { isWhole }]) => isWhole !== true).map(([name, { columns }]) => {
    const members = namesOf(columns).map((each) => `'${each}', ${TOLD} -> '${each}'`);
    return `when '${name}' then jsonb_build_object(${members.join(', ')})`;
  });
  return `case p.kind ${parts.join(' ')} else ${TOLD} end`;
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

  /** @returns what gives the row of a part, without values for one that never was */
  async read(parts: readonly PastPart[]): Promise<(part: PastPart) => Row> {
    const spans = spansOf(parts);
    if (spans.size === 0) return ({ kind }) => READERS[kind]({});
    const wanted = [...spans.values()];
    const rows = await this.database.rows<TrailVersions>(PAST_PARTS, [
      wanted.map(({ kind }) => kind),
      wanted.map(({ kind }) => KINDS[kind].resource),
      wanted.map(({ kind }) => KINDS[kind].has),
      wanted.map(({ id }) => id),
      wanted.map(({ from }) => from),
      wanted.map(({ upTo }) => upTo),
    ]);
    const found = new Map(
      [...spans].map(([key, { kind }], index) => [key, versionsOf(rows[index], READERS[kind])]),
    );
    return (part) => versionAt(found.get(keyOf(part)), part.upTo) ?? READERS[part.kind]({});
  }
}

function spansOf(parts: readonly PastPart[]): Map<string, Span> {
  const spans = new Map<string, Span>();
  for (const part of parts) {
    const { kind, id, upTo } = part;
    const span = spans.get(keyOf(part));
    if (span === undefined) spans.set(keyOf(part), { kind, id, from: upTo, upTo });
    else {
      span.from = Math.min(span.from, upTo);
      span.upTo = Math.max(span.upTo, upTo);
    }
  }
  return spans;
}

function versionsOf(row: TrailVersions | undefined, read: (row: AuditedRow) => Row): Versions<Row> {
  const later = (row?.later ?? []).map(([entry, told]) => [entry, read(told)] as const);
  return { first: read(row?.first ?? {}), later };
}

function versionAt(versions: Versions<Row> | undefined, upTo: number): Row | undefined {
  return versions?.later.findLast(([entry]) => entry <= upTo)?.[1] ?? versions?.first;
}

function keyOf({ kind, id }: Part): string {
  return `${kind} ${id}`;
}
