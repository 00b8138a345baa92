import { formatInstant } from '../../platform/time/instant-text';
import type { AuditedRow } from './audit-entry.entity';

/** Columns whose member has another name than theirs in camelCase. */
const NAMES: Readonly<Record<string, string>> = {
  start_at: 'start',
  end_at: 'end',
  is_primary: 'is_primary',
  payment_status: 'payment_status',
  profile_image: 'profile_image',
  password_hash: 'password',
  secret_hash: 'secret',
};

/** A row of the audit trail under the names of the API, instants in a zone. The rest stays as it is stored. */
export function membersOf(row: AuditedRow, zone: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      NAMES[column] ?? camelCase(column),
      isInstant(column) && typeof value === 'string' ? formatInstant(Date.parse(value), zone) : value,
    ]),
  );
}

/** By the rule of the schema for names. */
function isInstant(column: string): boolean {
  return column.endsWith('_at');
}

function camelCase(column: string): string {
  return column.replaceAll(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}
