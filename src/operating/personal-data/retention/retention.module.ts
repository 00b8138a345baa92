import { Module } from '@nestjs/common';
import { ErasureModule } from '../erasure/erasure.module';
import { DueCustomersQueries } from './due-customers.queries';
import { ExpiredCustomers } from './expired-customers';

/** Erases customers whose time is over. */
@Module({
  imports: [ErasureModule],
  providers: [DueCustomersQueries, ExpiredCustomers],
  exports: [ExpiredCustomers],
})
export class RetentionModule {}
