import { Module } from '@nestjs/common';
import { ExpiryGuard } from './expiry.guard';
import { DiaryModule } from '../../diary/diary.module';

/** Without controllers, so that the worker has it, too. */
@Module({
  imports: [DiaryModule],
  providers: [ExpiryGuard],
  exports: [DiaryModule, ExpiryGuard],
})
export class AppointmentExpiryModule {}
