import type { Type } from '@nestjs/common';
import { getSchemaPath } from '@nestjs/swagger';
import { ApiData } from '../../platform/http/envelope/api-data';
import { PreviewReply, ResourceReply } from '../../platform/http/envelope/envelope';
import { formatInstant } from '../../platform/time/instant-text';
import type { DecidedAbsence } from './affected-appointments';
import { AFFECTED_META, type AffectedMeta, affectedMeta } from './affected.dto';
import { type Conflicts, MAX_CONFLICTS } from './appointment-conflicts';
import { INSTANT, INTEGER } from '../../platform/http/validation/shapes';
import { answered, AnswerOf } from '../../platform/http/validation/members';

/** An appointment that new time off or a new closure overlaps. */
export class OverlappedAppointment extends AnswerOf({
  id: answered(INTEGER, { example: 1 }),
  providerId: answered(INTEGER, { example: 2 }),
  start: answered(INSTANT, { example: '2026-12-24T09:00:00Z' }),
  end: answered(INSTANT, { example: '2026-12-24T09:45:00Z' }),
}) {}

/** The `meta` of the answer to a new closure or new time off. */
export interface ConflictsMeta extends Partial<AffectedMeta> {
  readonly conflicts: readonly OverlappedAppointment[];
  readonly total: number;
}

/** The schemas of its members. */
export const CONFLICTS_META = {
  conflicts: {
    type: 'array',
    items: { $ref: getSchemaPath(OverlappedAppointment) },
    maxItems: MAX_CONFLICTS,
    description: `The first ${MAX_CONFLICTS} appointments that it overlaps, in time order. Those that were cancelled or given to others are not among them: what is listed stays. Move or cancel it where needed`,
  },
  total: { type: 'integer', example: 1, description: 'How many appointments it overlaps' },
} as const;

/** A new closure or new time off, and the appointments that it meets. */
export interface CreatedPeriod {
  readonly conflicts: Conflicts;
  /** Undefined: the request says nothing of them. */
  readonly decided: DecidedAbsence | undefined;
  readonly isDryRun: boolean;
}

/**
 * The answer to a new closure or new time off, or to a dry run, which has no id.
 * @param zone the zone in which the instants are written
 */
export function withConflicts<R extends { readonly id: number }>(
  response: R,
  created: CreatedPeriod,
  zone: string,
): ResourceReply<R> | PreviewReply<Omit<R, 'id'>> {
  const meta = toConflictsMeta(created, zone);
  if (!created.isDryRun) return resourceWith(response, meta);
  const preview = Object.fromEntries(Object.entries(response).filter(([name]) => name !== 'id'));
  return new PreviewReply(preview as Omit<R, 'id'>, meta);
}

/** One whole resource. @param meta undefined: none */
export function resourceWith<R>(response: R, meta: object | undefined): ResourceReply<R> {
  return new ResourceReply(response, '', meta);
}

function toConflictsMeta(
  { conflicts: { items, total }, decided }: CreatedPeriod,
  zone: string,
): ConflictsMeta {
  return {
    conflicts: items.map(({ id, providerId, start, end }) => ({
      id,
      providerId,
      start: formatInstant(start, zone),
      end: formatInstant(end, zone),
    })),
    total,
    ...affectedMeta(decided),
  };
}

/** Documents what a dry run of a new closure or new time off answers. */
export function previewOfPeriod(model: Type): MethodDecorator {
  const description = 'With `dryRun`: what would be written, and what would become of the appointments';
  return ApiData(model, { description, meta: CONFLICTS_META, optionalMeta: AFFECTED_META });
}
