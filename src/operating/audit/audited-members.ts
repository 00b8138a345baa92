import type { AuditedRow } from '../../platform/database/columns';
import { formatInstant } from '../../platform/time/instant-text';

/** Columns whose member is not named as the column in camelCase. */
const NAMES: Readonly<Record<string, string>> = {
  start_at: 'start',
  end_at: 'end',
  start_rule: 'startsAt',
  is_primary: 'is_primary',
  payment_status: 'payment_status',
  profile_image: 'profile_image',
  password_hash: 'password',
  secret_hash: 'secret',
};

/** A row under the names of the API, with instants in a zone. Other values are as stored. */
export function auditedMembers(row: AuditedRow, zone: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      memberOf(column),
      isInstant(column) && typeof value === 'string' ? formatInstant(Date.parse(value), zone) : value,
    ]),
  );
}

/** The member of the API that shows a column. */
export function memberOf(column: string): string {
  return NAMES[column] ?? camelCase(column);
}

/** The schema names every instant `…_at`. */
function isInstant(column: string): boolean {
  return column.endsWith('_at');
}

function camelCase(column: string): string {
  return column.replaceAll(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}
