import { Module } from '@nestjs/common';
import { CustomerErasure } from './customer-erasure';

@Module({ providers: [CustomerErasure], exports: [CustomerErasure] })
export class CustomerErasureModule {}
