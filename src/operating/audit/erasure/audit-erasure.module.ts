import { Module } from '@nestjs/common';
import { AuditErasure } from './audit-erasure';

@Module({ providers: [AuditErasure], exports: [AuditErasure] })
export class AuditErasureModule {}
