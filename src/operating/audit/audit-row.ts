import type { Action, AuditedRow, AuditedResource, Via } from './audit-entry.entity';

/** An entry as it is read: with the name that its user has now. */
export interface AuditRow {
  readonly id: number;
  readonly at: Date;
  readonly via: Via;
  readonly user_id: number | null;
  readonly user_name: string | null;
  readonly api_key_id: number | null;
  readonly request_id: string | null;
  readonly action: Action;
  readonly resource: AuditedResource;
  readonly resource_id: number;
  readonly before: AuditedRow | null;
  readonly after: AuditedRow | null;
}
