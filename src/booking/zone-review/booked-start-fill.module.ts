import { Module } from '@nestjs/common';
import { BookedStartFill } from './booked-start-fill';

/** For the worker. */
@Module({
  providers: [BookedStartFill],
  exports: [BookedStartFill],
})
export class BookedStartFillModule {}
