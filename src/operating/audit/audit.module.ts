import { Module } from '@nestjs/common';
import { AuditController } from './audit.controller';
import { AuditQueries } from './audit.queries';

/** Shows the audit trail. Triggers in the database write it. */
@Module({ controllers: [AuditController], providers: [AuditQueries] })
export class AuditModule {}
