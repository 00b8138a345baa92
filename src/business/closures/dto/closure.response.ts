import { ApiProperty } from '@nestjs/swagger';
import { formatInstant } from '../../../platform/time/instant-text';
import { ResourceReply } from '../../../platform/http/envelope/envelope';
import { toConflictsMeta } from '../../periods/conflicts.meta';
import type { Closure } from '../closure.entity';
import type { Conflicts } from '../../periods/appointment-conflicts';

/** A new closure, and the appointments that it overlaps. */
export interface CreatedClosure {
  readonly closure: Closure;
  readonly conflicts: Conflicts;
}

/** A stretch of time in which the business is shut (docs/reference/business.md); in the zone of the business. */
export class ClosureResponse {
  @ApiProperty({ type: 'integer', example: 1 })
  id: number;

  @ApiProperty({ format: 'date-time', example: '2026-12-24T00:00:00Z' })
  start: string;

  @ApiProperty({ format: 'date-time', example: '2026-12-27T00:00:00Z', description: 'Not part of it' })
  end: string;

  @ApiProperty({ type: String, nullable: true, example: 'Christmas' })
  reason: string | null;

  static readonly of = toClosureResponse;
}

export function toClosureResponse(closure: Closure, zone: string): ClosureResponse {
  return {
    id: closure.id,
    start: formatInstant(closure.startAt.getTime(), zone),
    end: formatInstant(closure.endAt.getTime(), zone),
    reason: closure.reason,
  };
}

export function toNewClosureReply(
  { closure, conflicts }: CreatedClosure,
  zone: string,
): ResourceReply<ClosureResponse> {
  return new ResourceReply(toClosureResponse(closure, zone), '', toConflictsMeta(conflicts, zone));
}
