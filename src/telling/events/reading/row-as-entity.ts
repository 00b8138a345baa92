import { Injectable, type Type } from '@nestjs/common';
import type { AuditedRow } from '../../../platform/database/audited-row';
import { Database } from '../../../platform/database/database';

/** Reads rows of the audit trail as the entities of their tables, so that the mappers of answers can show them. */
@Injectable()
export class RowAsEntity {
  constructor(private readonly database: Database) {}

  /** Members whose columns the trail leaves out are undefined; no mapper shows them. */
  readonly read = <Row extends object>(entity: Type<Row>, row: AuditedRow): Row => {
    const { columns } = this.database.manager.dataSource.getMetadata(entity);
    return Object.fromEntries(
      columns
        .filter(({ databaseName }) => databaseName in row)
        .map(({ propertyName, databaseName, type }) => {
          const value = row[databaseName];
          return [propertyName, type === 'timestamptz' && value !== null ? new Date(value as string) : value];
        }),
    ) as Row;
  };
}
