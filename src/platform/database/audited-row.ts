/** A row before or after a change, as the audit trail keeps it: its columns and their values. Instants are ISO 8601 with an offset. */
export type AuditedRow = Readonly<Record<string, unknown>>;
