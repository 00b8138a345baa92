import { ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { formatInstant } from '../../platform/time/instant-text';
import { type Conflicts, MAX_CONFLICTS } from './appointment-conflicts';

/** An appointment that new time off or a new closure overlaps. */
export class OverlappedAppointment {
  @ApiProperty({ type: 'integer', example: 1 })
  id: number;

  @ApiProperty({ type: 'integer', example: 2 })
  providerId: number;

  @ApiProperty({ format: 'date-time', example: '2026-12-24T09:00:00Z' })
  start: string;

  @ApiProperty({ format: 'date-time', example: '2026-12-24T09:45:00Z' })
  end: string;
}

/** The `meta` of the answer to a new closure or new time off. */
export interface ConflictsMeta {
  readonly conflicts: readonly OverlappedAppointment[];
  readonly total: number;
}

/** The schemas of its members. */
export const CONFLICTS_META = {
  conflicts: {
    type: 'array',
    items: { $ref: getSchemaPath(OverlappedAppointment) },
    maxItems: MAX_CONFLICTS,
    description: `The first ${MAX_CONFLICTS} appointments that it overlaps, in time order. They stay: move or cancel them where needed`,
  },
  total: { type: 'integer', example: 1, description: 'How many appointments it overlaps' },
} as const;

/** @param zone the zone in which the instants are written */
export function toConflictsMeta({ items, total }: Conflicts, zone: string): ConflictsMeta {
  return {
    conflicts: items.map(({ id, providerId, start, end }) => ({
      id,
      providerId,
      start: formatInstant(start, zone),
      end: formatInstant(end, zone),
    })),
    total,
  };
}
