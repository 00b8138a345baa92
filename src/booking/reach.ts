import { joinClauses, type NamedClause } from '../platform/database/reads/clause';
import type { Reach } from '../platform/restrictions';

/**
 * SQL that rows belong to a narrowed key: the one place that says so. A row without a place belongs to no place, and one without a
 * provider to no provider.
 */

/**
 * Whose rows they are. `given`: of the provider who leads. `taken`: of the helpers too. A narrowed key sees the appointments and holds that
 * its providers take, and changes those that they give. Entries of the waitlist have no team: they are given.
 */
export type Involvement = 'given' | 'taken';

/** The conditions on a row `alias`; none for a key that is not narrowed. */
export function clausesOfReach(
  reach: Reach | undefined,
  involvement: Involvement,
  alias = 'a',
): readonly NamedClause[] {
  if (reach === undefined) return [];
  const { providers, locations } = reach;
  const takes: Readonly<Record<Involvement, NamedClause>> = {
    given: { name: 'G', sql: (ids) => `${alias}.provider_id = any (${ids}::int[])`, value: providers },
    taken: { name: 'T', sql: (ids) => isTakenByAny(alias, `${ids}::int[]`), value: providers },
  };
  return [
    ...(providers === undefined ? [] : [takes[involvement]]),
    ...(locations === undefined
      ? []
      : [
          { name: 'L', sql: (ids: string) => `${alias}.location_id = any (${ids}::int[])`, value: locations },
        ]),
  ];
}

/** The end of a WHERE condition. */
export interface AndWithin {
  /** Begins with ` and`; `''` for a key that is not narrowed, so that its statements stay what they are. */
  readonly sql: string;
  /** The end of the name of the prepared statement. */
  readonly name: string;
  readonly values: readonly (readonly number[])[];
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
  return { sql: ` and ${sql}`, name: `.within-${name}`, values: values as readonly (readonly number[])[] };
}

/** Whether a provider, and what is its own, belongs to a key by its providers. */
export function reachesProvider(reach: Reach | undefined, providerId: number): boolean {
  return reach?.providers?.includes(providerId) ?? true;
}

/** SQL that one of some providers gives the row or helps with it. An index of the few appointments with a team serves the second part. */
function isTakenByAny(alias: string, providers: string): string {
  return `(${alias}.provider_id = any (${providers}) or (${alias}.team <> '{}' and ${alias}.team && ${providers}))`;
}
