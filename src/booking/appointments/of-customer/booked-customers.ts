import { Injectable } from '@nestjs/common';
import { VisibleCustomers } from '../../../people/customers/visible-customers';
import { joinClauses, type NamedClause } from '../../../platform/database/reads/clause';
import type { Reach } from '../../../platform/restrictions';
import { clausesOfReach, onlyHelpedWithin } from '../../reach';

/** A narrowed key sees the customers of the appointments that it sees, and of its entries of the waitlist. */
@Injectable()
export class BookedCustomers extends VisibleCustomers {
  override clauses(reach: Reach | undefined): readonly NamedClause[] {
    if (reach === undefined) return [];
    const { providers, locations } = reach;
    const given = clausesOfReach(reach, 'given');
    const helped =
      providers === undefined
        ? []
        : [[onlyHelpedWithin(providers), ...clausesOfReach(locations && { locations }, 'taken')]];
    // Each part has an index of its own, which gives the customers, too, where a key is narrowed to providers alone.
    const parts = [
      ...[given, ...helped].map((clauses) => ({ from: 'appointments', clauses })),
      { from: 'waitlist_entries', clauses: given },
    ];
    const all = joinClauses(parts.flatMap(({ clauses }) => clauses));
    return [
      { name: `of-${all.name}`, sql: (...placeholders) => isOneOf(parts, placeholders), values: all.values },
    ];
  }
}

interface Part {
  readonly from: string;
  readonly clauses: readonly NamedClause[];
}

/** @param placeholders of the values of all clauses, in their order */
function isOneOf(parts: readonly Part[], placeholders: readonly string[]): string {
  const left = [...placeholders];
  const selects = parts.map(({ from, clauses }) => {
    const conditions = clauses.map((clause) =>
      typeof clause.sql === 'string' ? clause.sql : clause.sql(left.shift() ?? ''),
    );
    return `select a.customer_id from ${from} a where ${conditions.join(' and ')}`;
  });
  return `t.id in (${selects.join(' union all ')})`;
}
