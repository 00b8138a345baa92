import { Module } from '@nestjs/common';
import { HealthController } from './health.controller';
import { SecurityTextController } from './security-text.controller';

@Module({ controllers: [HealthController, SecurityTextController] })
export class HealthModule {}
