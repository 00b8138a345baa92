import { Injectable } from '@nestjs/common';
import type { AuditedRow } from '../../../platform/database/audited-row';
import { Database, type Statement } from '../../../platform/database/database';

/** What can be read of a resource as it was. */
interface Kind {
  /** As in the audit trail. */
  readonly resource: string;
  /** A column that only this part of the resource has. The trail keeps some resources in parts: a provider as three. */
  readonly has: string;
  /** The table that has the row now. Without one, a part that no entry tells of is empty. */
  readonly table?: string;
  /** The columns that are read; without them, all. Reading two names takes PostgreSQL a third of the time of a whole row. */
  readonly columns?: readonly string[];
}

const KINDS = {
  customerName: {
    resource: 'customers',
    has: 'first_name',
    table: 'customers',
    columns: ['first_name', 'last_name'],
  },
  serviceName: { resource: 'services', has: 'name', table: 'services', columns: ['name'] },
  service: { resource: 'services', has: 'name', table: 'services' },
  serviceProviders: { resource: 'services', has: 'provider_ids' },
  /** The part of a provider that is its user. */
  providerUser: { resource: 'providers', has: 'name', table: 'users' },
  providerName: { resource: 'providers', has: 'name', table: 'users', columns: ['name'] },
  provider: { resource: 'providers', has: 'slug', table: 'providers' },
  providerZone: { resource: 'providers', has: 'slug', table: 'providers', columns: ['timezone'] },
  providerServices: { resource: 'providers', has: 'service_ids' },
  resource: { resource: 'resources', has: 'name', table: 'resources', columns: ['name', 'kind'] },
  waitlistEntry: { resource: 'waitlist', has: 'status', table: 'waitlist_entries' },
} as const satisfies Readonly<Record<string, Kind>>;

/** A resource, or a part of one, as it was when an audit entry was written. */
export interface PastPart {
  readonly kind: keyof typeof KINDS;
  readonly id: number;
  /** The last audit entry that counts. */
  readonly upTo: number;
}

/** A part as all events that are read together need it: as it was at the first of some entries, and as it became up to the last. */
interface Span extends Pick<PastPart, 'kind' | 'id'> {
  from: number;
  upTo: number;
}

/** How a part was at the beginning of a span, and what each entry in it made of it, by id. */
interface Versions<Later> {
  readonly first: AuditedRow;
  readonly later: Later;
}

type Changes = readonly (readonly [entry: number, row: AuditedRow])[];

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
  const some = BY_NAME.flatMap(([name, { columns }]) => {
    const members = columns?.map((column) => `'${column}', ${TOLD} -> '${column}'`);
    return members === undefined ? [] : [`when '${name}' then jsonb_build_object(${members.join(', ')})`];
  });
  return `case p.kind ${some.join(' ')} else ${TOLD} end`;
}

function presentRow([name, { table, columns }]: readonly [string, Kind]): string {
  if (table === undefined) return '';
  const members = columns?.map((column) => `'${column}', t.${column}`);
  const row = members === undefined ? 'to_jsonb(t)' : `jsonb_build_object(${members.join(', ')})`;
  return `when '${name}' then (select ${row} from ${table} t where t.id = p.id)`;
}

/** The values of columns that did not exist yet when the older entries of the trail were written. */
const ADDED_LATER: AuditedRow = { metadata: {}, erased_at: null };
const LATER_COLUMNS = Object.keys(ADDED_LATER);

/** One row of all columns, each as the last of some rows has it; with those that were added to the table later. */
export function mergedRow(rows: readonly AuditedRow[]): AuditedRow {
  const [only] = rows;
  if (only !== undefined && rows.length === 1 && LATER_COLUMNS.every((column) => column in only)) return only;
  return Object.assign({}, ADDED_LATER, ...rows) as AuditedRow;
}

/** Reads rows as they were. */
@Injectable()
export class PastRows {
  constructor(private readonly database: Database) {}

  /** @returns what gives the columns of a part; almost none for one that never was */
  async read(parts: readonly PastPart[]): Promise<(part: PastPart) => AuditedRow> {
    const spans = spansOf(parts);
    if (spans.size === 0) return () => ({});
    const wanted = [...spans.values()];
    const rows = await this.database.rows<Versions<Changes | null>>(PAST_PARTS, [
      wanted.map(({ kind }) => kind),
      wanted.map(({ kind }) => KINDS[kind].resource),
      wanted.map(({ kind }) => KINDS[kind].has),
      wanted.map(({ id }) => id),
      wanted.map(({ from }) => from),
      wanted.map(({ upTo }) => upTo),
    ]);
    const found = new Map([...spans.keys()].map((key, index) => [key, versionsOf(rows[index])]));
    return (part) => versionAt(found.get(keyOf(part)), part.upTo);
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

function versionsOf(row: Versions<Changes | null> | undefined): Versions<Changes> {
  const later = (row?.later ?? []).map(([entry, told]) => [entry, mergedRow([told])] as const);
  return { first: mergedRow([row?.first ?? {}]), later };
}

function versionAt(versions: Versions<Changes> | undefined, upTo: number): AuditedRow {
  if (versions === undefined) return {};
  return versions.later.findLast(([entry]) => entry <= upTo)?.[1] ?? versions.first;
}

function keyOf({ kind, id }: PastPart): string {
  return `${kind} ${id}`;
}
