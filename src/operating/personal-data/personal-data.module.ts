import { Module } from '@nestjs/common';
import { ErasureModule } from './erasure/erasure.module';
import { ExportModule } from './export/export.module';
import { PersonalDataController } from './personal-data.controller';

/** What is kept about a customer: shown as a whole, and erased. */
@Module({
  imports: [ErasureModule, ExportModule],
  controllers: [PersonalDataController],
})
export class PersonalDataModule {}
