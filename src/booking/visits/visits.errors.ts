import { RefusedError } from '../../platform/errors/errors';
import { messageOf } from '../availability/availability.errors';
import { OfferedVisitResponse } from '../availability/visits/dto/offered-visit.response';
import type { RefusedItem } from '../diary/visits/visit-refused';

/** Thrown when a visit cannot be booked; `details` has the item that failed, by its index, and why, and other visits. */
export class VisitNotBookableError extends RefusedError {
  override readonly classes = { alternatives: OfferedVisitResponse };

  constructor({ reason, item, limit }: RefusedItem, others: { readonly alternatives: readonly unknown[] }) {
    super(messageOf(reason, limit), { reason, item, ...(limit !== undefined && { limit }), ...others });
  }
}
