import { ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { formatInstant } from '../../../platform/time/instant-text';
import type { ConflictingAppointment } from '../../appointment-conflicts';

/** An appointment that time off overlaps. */
export class TimeOffConflict {
  @ApiProperty({ type: 'integer', example: 1 })
  id: number;

  @ApiProperty({ format: 'date-time', example: '2026-12-21T09:00:00Z' })
  start: string;

  @ApiProperty({ format: 'date-time', example: '2026-12-21T09:45:00Z' })
  end: string;
}

/** What the answer to new time off says beside it. */
export interface TimeOffMeta {
  /** In time order. */
  readonly conflicts: readonly TimeOffConflict[];
}

/** Schemas of its members. */
export const TIME_OFF_META = {
  conflicts: {
    type: 'array',
    items: { $ref: getSchemaPath(TimeOffConflict) },
    description: 'The appointments that it overlaps. They stay: to move or to cancel them is for you',
  },
};

export function toTimeOffMeta(conflicts: readonly ConflictingAppointment[], zone: string): TimeOffMeta {
  return {
    conflicts: conflicts.map(({ id, start, end }) => ({
      id,
      start: formatInstant(start, zone),
      end: formatInstant(end, zone),
    })),
  };
}
