import type { AuditedRow } from '../../platform/database/columns';
import type { Via } from '../../platform/vias';
import type { WriteReason } from '../../platform/database/write-context';
import type { Action } from './audit-entry.entity';
import type { AuditedResource } from './audited-resources';

/** An entry as a query reads it, with the current name of its user. */
export interface AuditRow {
  readonly id: number;
  readonly at: Date;
  readonly via: Via;
  readonly user_id: number | null;
  readonly user_name: string | null;
  readonly api_key_id: number | null;
  readonly token_id: string | null;
  readonly request_id: string | null;
  readonly action: Action;
  readonly resource: AuditedResource;
  readonly resource_id: number;
  readonly before: AuditedRow | null;
  readonly after: AuditedRow | null;
  readonly reason: WriteReason | null;
}
