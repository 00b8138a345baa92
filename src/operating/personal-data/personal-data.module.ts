import { Module } from '@nestjs/common';
import { ERASURE } from './erasure/erasure.service';
import { EXPORT } from './export/export.service';
import { PersonalDataController } from './personal-data.controller';
import { DueCustomersQueries } from './retention/due-customers.queries';
import { ExpiredCustomers } from './retention/expired-customers';

/** What is kept about a customer: shown as a whole, and erased, on request or when its time is over. */
@Module({
  imports: EXPORT.imports,
  controllers: [PersonalDataController],
  providers: [...ERASURE, ...EXPORT.providers, DueCustomersQueries, ExpiredCustomers],
  exports: [ExpiredCustomers],
})
export class PersonalDataModule {}
