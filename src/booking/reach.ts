import { joinClauses, type NamedClause } from '../platform/database/reads/clause';
import type { Reach } from '../platform/restrictions';

/**
 * SQL that rows belong to a narrowed key, and show their customers to it: the one place that says so. A row without a place belongs to no
 * place, and one without a provider to no provider.
 */

/**
 * Whose rows they are. `given`: of the provider who leads. `any`: of the helpers too. A narrowed key sees the appointments and holds that
 * its providers give or help with, and changes those that they give. Entries of the waitlist have no team: they are given, and those
 * without a provider are of their place alone, for a key of locations alone.
 */
export type Involvement = 'given' | 'any';

/** The conditions on a row `alias`; none for a key that is not narrowed. */
export function clausesOfReach(
  reach: Reach | undefined,
  involvement: Involvement,
  alias = 'a',
): readonly NamedClause[] {
  if (reach === undefined) return [];
  const { providers, locations } = reach;
  const places = locations === undefined ? [] : [isAt(alias, locations)];
  return providers === undefined ? places : [IS_WITHIN[involvement](alias, providers), ...places];
}

const IS_WITHIN: Readonly<Record<Involvement, (alias: string, providers: readonly number[]) => NamedClause>> =
  {
    given: (alias, value) => ({
      name: 'given',
      sql: (ids) => `${alias}.provider_id = any (${ids}::int[])`,
      value,
    }),
    // An index of the few appointments with a team serves the second part.
    any: (alias, value) => ({
      name: 'any',
      sql: (ids) =>
        `(${alias}.provider_id = any (${ids}::int[]) or (${alias}.team <> '{}' and ${alias}.team && ${ids}::int[]))`,
      value,
    }),
  };

function isAt(alias: string, value: readonly number[]): NamedClause {
  return { name: 'places', sql: (ids) => `${alias}.location_id = any (${ids}::int[])`, value };
}

/** A row `alias` shows its customer to every narrowed key that sees it: its key saw the customer, or the row was opened since. */
const isOpen = (alias: string): NamedClause => ({ name: 'open', sql: `${alias}.guest is null` });

/** The customers who belong to the places of a key, with appointments or without. */
function partsAtHome({ locations }: Reach, alias: string): readonly Part[] {
  if (locations === undefined) return [];
  const isHome = (ids: string) => `${alias}.home_location_id = any (${ids}::int[])`;
  return [{ from: 'customers', clauses: [{ name: 'home', sql: isHome, value: locations }] }];
}

/** The column of a customer in a row of a part. */
const customerOf = (from: Part['from'], alias: string) =>
  from === 'customers' ? `${alias}.id` : `${alias}.customer_id`;

type ClauseOfValues = Extract<NamedClause, { readonly values: unknown }>;

/** Some rows of a table. */
interface Part {
  readonly from: 'appointments' | 'waitlist_entries' | 'customers';
  readonly clauses: readonly NamedClause[];
}

/**
 * The customers `t` of a narrowed key: of the appointments that it sees, and of its entries of the waitlist, as far as they show their
 * customers, and those who belong to its places. Each part has an index of its own, which gives the customers, too, where a key is narrowed to providers alone.
 */
export function clausesOfCustomers(reach: Reach | undefined): readonly NamedClause[] {
  if (reach === undefined) return [];
  const { providers, locations } = reach;
  const given = [...clausesOfReach(reach, 'given'), isOpen('a')];
  const helped = providers && [
    onlyHelpedWithin(providers),
    ...clausesOfReach(locations && { locations }, 'any'),
    isOpen('a'),
  ];
  return [
    clauseOf(
      'of',
      [
        { from: 'appointments', clauses: given },
        ...(helped === undefined ? [] : [{ from: 'appointments' as const, clauses: helped }]),
        { from: 'waitlist_entries', clauses: given },
        ...partsAtHome(reach, 'a'),
      ],
      (from) => `select ${customerOf(from, 'a')} from ${from} a where`,
      (selects) => `t.id in (${selects.join(' union all ')})`,
    ),
  ];
}

/** A row `alias` shows its customer to a narrowed key that sees it: by itself, or because another row of the customer does, or the home of the customer. */
export function showsCustomer(reach: Reach, alias: string): ClauseOfValues {
  const others = (from: Part['from'], involvement: Involvement): Part => {
    return { from, clauses: [...clausesOfReach(reach, involvement, 'k'), isOpen('k')] };
  };
  return clauseOf(
    'shows',
    [others('appointments', 'any'), others('waitlist_entries', 'given'), ...partsAtHome(reach, 'k')],
    (from) => `select from ${from} k where ${customerOf(from, 'k')} = ${alias}.customer_id and`,
    (selects) => `(${[`${alias}.guest is null`, ...selects.map((each) => `exists (${each})`)].join(' or ')})`,
  );
}

/** @param begin a SELECT up to the conditions of its part @param join makes the condition of the SELECTs */
function clauseOf(
  name: string,
  parts: readonly Part[],
  begin: (from: Part['from']) => string,
  join: (selects: readonly string[]) => string,
): ClauseOfValues {
  const all = joinClauses(parts.flatMap(({ clauses }) => clauses));
  const sql = (...placeholders: string[]) =>
    join(
      parts.map(({ from, clauses }) => {
        const conditions = clauses.map((each) =>
          typeof each.sql === 'string' ? each.sql : each.sql(placeholders.shift() ?? ''),
        );
        return `${begin(from)} ${conditions.join(' and ')}`;
      }),
    );
  return { name: `${name}-${all.name}`, sql, values: all.values };
}

/** The end of a WHERE condition. */
export interface AndWithin {
  /** Begins with ` and`; `''` for a key that is not narrowed, so that its statements stay what they are. */
  readonly sql: string;
  /** The end of the name of the prepared statement. */
  readonly name: string;
  readonly values: readonly unknown[];
}

const EVERYTHING: AndWithin = { sql: '', name: '', values: [] };

/** The same, as the end of a WHERE condition that is written by hand. @param first the number of the first placeholder */
export function andWithin(
  reach: Reach | undefined,
  involvement: Involvement,
  { alias, first }: { readonly alias: string; readonly first: number },
): AndWithin {
  if (reach === undefined) return EVERYTHING;
  const { sql, name, values } = joinClauses(clausesOfReach(reach, involvement, alias), first);
  return { sql: ` and ${sql}`, name: `.within-${name}`, values };
}

/**
 * The same for a series or a visit, which belongs to a key with all its appointments or not at all.
 * @param isMember the condition that an appointment `o` is one of its appointments
 */
export function andWhollyWithin(
  reach: Reach | undefined,
  involvement: Involvement,
  { isMember, first }: { readonly isMember: string; readonly first: number },
): AndWithin {
  if (reach === undefined) return EVERYTHING;
  const { sql, name, values } = joinClauses(clausesOfReach(reach, involvement, 'o'), first);
  const all = `(select bool_and(coalesce(${sql}, false)) from appointments o where ${isMember})`;
  return { sql: ` and ${all}`, name: `.wholly-${name}`, values };
}

/** Lists of keys with more providers or locations go through the appointments of all, of which enough belong to the key. */
const MOST_BRANCHES = 8;

/** Conditions on an appointment `a`: it meets one of the branches, and all clauses. */
export interface ReachBranches {
  readonly branches: readonly string[];
  /** The first one has the value of $1, which is all that the branches need. */
  readonly clauses: readonly NamedClause[];
}

/**
 * What belongs to a key, by each of its providers or places: PostgreSQL reads the first appointments of each in the order of a list, by an
 * index. With one condition for all it would read every one of them and sort.
 * @returns undefined when the key has too many of them for that
 */
export function branchesOfReach({ providers, locations }: Reach): ReachBranches | undefined {
  const value = providers ?? locations ?? [];
  if (value.length > MOST_BRANCHES) return undefined;
  const column = providers === undefined ? 'location_id' : 'provider_id';
  const ids = '($1::int[])';
  const branches = value.map((_id, index) => `a.${column} = ${ids}[${index + 1}]`);
  return {
    branches: providers === undefined ? branches : [...branches, isOnlyHelpedBy(ids)],
    clauses: [
      { name: `${column}${value.length}`, sql: () => 'true', value },
      ...(providers === undefined ? [] : clausesOfReach(locations && { locations }, 'any')),
    ],
  };
}

/** That providers help with the appointment `a`, which none of them gives. */
export function onlyHelpedWithin(value: readonly number[]): NamedClause {
  return { name: 'only-helped', sql: isOnlyHelpedBy, value };
}

function isOnlyHelpedBy(ids: string): string {
  return `a.team <> '{}' and a.team && ${ids}::int[] and a.provider_id <> all (${ids}::int[])`;
}

/** Whether a provider, and what is its own, belongs to a key by its providers. */
export function reachesProvider(reach: Reach | undefined, providerId: number): boolean {
  return reach?.providers?.includes(providerId) ?? true;
}

/** Whether a row that was read is `given`: a key changes it. A null is the lack of a provider or a place. */
export function isGivenWithin(
  { providers, locations }: Reach = {},
  row: { readonly providerId: number | null; readonly locationId: number | null },
): boolean {
  const isAmong = (ids: readonly (number | null)[] | undefined, id: number | null) =>
    ids?.includes(id) ?? true;
  return isAmong(providers, row.providerId) && isAmong(locations, row.locationId);
}
