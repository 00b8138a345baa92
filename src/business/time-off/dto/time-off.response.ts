import { ApiProperty } from '@nestjs/swagger';
import { formatInstant } from '../../../platform/time/instant-text';
import type { TimeOff } from '../time-off.entity';

/** A stretch of time in which a provider is away, or a resource out of use (docs/interface.md, Other resources). */
export class TimeOffResponse {
  @ApiProperty({ type: 'integer', example: 1 })
  id: number;

  @ApiProperty({ format: 'date-time', example: '2026-12-21T00:00:00Z' })
  start: string;

  @ApiProperty({ format: 'date-time', example: '2026-12-24T00:00:00Z', description: 'Not part of it' })
  end: string;

  @ApiProperty({ type: String, nullable: true, example: 'Training' })
  reason: string | null;
}

export function toTimeOffResponse(timeOff: TimeOff, zone: string): TimeOffResponse {
  return {
    id: timeOff.id,
    start: formatInstant(timeOff.startAt.getTime(), zone),
    end: formatInstant(timeOff.endAt.getTime(), zone),
    reason: timeOff.reason,
  };
}
