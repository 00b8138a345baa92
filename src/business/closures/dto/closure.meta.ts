import { ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { formatInstant } from '../../../platform/time/instant-text';
import type { ConflictingAppointment } from '../../appointment-conflicts';

/** An appointment that a closure overlaps. */
export class ClosureConflict {
  @ApiProperty({ type: 'integer', example: 1 })
  id: number;

  @ApiProperty({ type: 'integer', example: 2 })
  providerId: number;

  @ApiProperty({ format: 'date-time', example: '2026-12-24T09:00:00Z' })
  start: string;

  @ApiProperty({ format: 'date-time', example: '2026-12-24T09:45:00Z' })
  end: string;
}

/** What the answer to a new closure says beside it. */
export interface ClosureMeta {
  /** In time order. */
  readonly conflicts: readonly ClosureConflict[];
}

/** Schemas of its members. */
export const CLOSURE_META = {
  conflicts: {
    type: 'array',
    items: { $ref: getSchemaPath(ClosureConflict) },
    description: 'The appointments that it overlaps. They stay: to move or to cancel them is for you',
  },
} as const;

export function toClosureMeta(conflicts: readonly ConflictingAppointment[], zone: string): ClosureMeta {
  return {
    conflicts: conflicts.map(({ id, providerId, start, end }) => ({
      id,
      providerId,
      start: formatInstant(start, zone),
      end: formatInstant(end, zone),
    })),
  };
}
