import { Module } from '@nestjs/common';
import { AuditController } from './audit.controller';
import { AuditQueries } from './audit.queries';

/** Shows the audit trail. The database writes it, by triggers. */
@Module({ controllers: [AuditController], providers: [AuditQueries] })
export class AuditModule {}
