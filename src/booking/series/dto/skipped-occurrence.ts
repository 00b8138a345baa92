import { SlotResponse } from '../../availability/dto/slot.response';
import { REASONS } from '../../engine';
import { DATE, many, TEXT } from '../../../platform/http/validation/shapes';
import { answered, AnswerOf } from '../../../platform/http/validation/members';
import { oneOf } from '../../../platform/http/validation/text-types';

export class SkippedOccurrence extends AnswerOf({
  date: answered(DATE, { example: '2026-12-08' }),
  start: answered(TEXT, { example: '15:00', description: '`HH:MM` on the provider’s clock' }),
  reason: answered(oneOf(REASONS), { example: 'slot_taken' }),
  alternatives: answered(many(SlotResponse), {
    description:
      'At most three slots of the same date, those nearest to the start. None where the search took too long',
  }),
}) {}
