import { Module } from '@nestjs/common';
import { BookingAnswers } from './booking-answers';

@Module({ providers: [BookingAnswers], exports: [BookingAnswers] })
export class AnswersModule {}
