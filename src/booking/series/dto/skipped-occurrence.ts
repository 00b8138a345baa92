import { ApiProperty } from '@nestjs/swagger';
import { SlotResponse } from '../../availability/dto/slot.response';
import { REASONS, type Reason } from '../../availability/engine';

/** An occurrence that cannot be had. */
export class SkippedOccurrence {
  @ApiProperty({ format: 'date', example: '2026-12-08' })
  date: string;

  @ApiProperty({ example: '15:00', description: '`HH:MM` on the provider’s clock' })
  start: string;

  @ApiProperty({ enum: REASONS, example: 'slot_taken' })
  reason: Reason;

  @ApiProperty({
    type: [SlotResponse],
    description:
      'At most three slots of the same date, those nearest to the start. None where the search took too long',
  })
  alternatives: SlotResponse[];
}
