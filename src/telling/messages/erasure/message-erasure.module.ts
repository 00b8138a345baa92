import { Module } from '@nestjs/common';
import { MessageErasure } from './message-erasure';

@Module({ providers: [MessageErasure], exports: [MessageErasure] })
export class MessageErasureModule {}
