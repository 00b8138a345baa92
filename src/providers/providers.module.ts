import { Module } from '@nestjs/common';
import { AssignmentsService } from './assignments.service';
import { ProviderLock } from './provider-lock';

@Module({ providers: [AssignmentsService, ProviderLock], exports: [AssignmentsService, ProviderLock] })
export class ProvidersModule {}
