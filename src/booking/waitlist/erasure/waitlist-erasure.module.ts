import { Module } from '@nestjs/common';
import { WaitlistErasure } from './waitlist-erasure';

@Module({ providers: [WaitlistErasure], exports: [WaitlistErasure] })
export class WaitlistErasureModule {}
