import type { AuditedRow } from '../../platform/database/columns';

/** A resource before and after some changes of it. */
export interface States {
  /** Null: the changes created it. */
  readonly before: AuditedRow | null;
  /** Null: the changes deleted it. */
  readonly after: AuditedRow | null;
}

/** A resource before its first and after its last entry; both null if created and deleted. @param entries of one resource, by id */
export function statesOf(entries: readonly States[]): States {
  const isDeletion = entries.at(-1)?.after === null;
  return {
    before: isCreation(entries) ? null : merged(entries.map(({ before }) => before).toReversed()),
    after: isDeletion ? null : merged(entries.map(({ after }) => after)),
  };
}

/** A provider is created in two rows: its user, which may be older, and what makes it a provider. */
function isCreation(entries: readonly States[]): boolean {
  return entries.some(({ before, after }) => before === null && after !== null);
}

/** Later rows win. A spread of two rows of the trail takes 30 times as long as `Object.assign`. */
function merged(rows: readonly (AuditedRow | null)[]): AuditedRow {
  const [only, ...others] = rows.filter((row) => row !== null);
  return only !== undefined && others.length === 0
    ? only
    : (Object.assign({}, only, ...others) as AuditedRow);
}
