import { Module } from '@nestjs/common';
import { Jobs } from './jobs';

@Module({ providers: [Jobs], exports: [Jobs] })
export class QueueModule {}
