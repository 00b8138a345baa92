import { formatInstant } from '../../../../platform/time/instant-text';
import { Reply } from '../../../../platform/http/envelope/envelope';
import { SlotResponse, toSlotResponse } from '../../dto/slot.response';
import type { OfferedItem, OfferedVisit } from '../offered-visit';
import type { FoundVisits } from '../visit-finder';
import { INSTANT, INTEGER, many } from '../../../../platform/http/validation/shapes';
import { answered, AnswerOf } from '../../../../platform/http/validation/members';
import { extended } from '../../../../platform/values/quick-objects';

export class VisitSlotResponse extends AnswerOf(SlotResponse, {
  serviceId: answered(INTEGER, { example: 1 }),
}) {}

/** A visit that can be booked (docs/reference/visits.md). */
export class OfferedVisitResponse extends AnswerOf({
  start: answered(INSTANT, { example: '2026-12-01T09:00:00Z', description: 'Of the first item' }),
  end: answered(INSTANT, { example: '2026-12-01T10:30:00Z', description: 'Of the last item' }),
  items: answered(many(VisitSlotResponse), { description: 'In the order of time' }),
}) {}

export interface VisitSearchMeta {
  readonly total: number;
  readonly searchedUntil?: string | undefined;
}

export const VISIT_SEARCH_META = { total: { type: 'integer', example: 1 } } as const;

export function toVisitSearchReply({
  visits,
  searchedUntil,
}: FoundVisits): Reply<OfferedVisitResponse[], VisitSearchMeta> {
  const meta = { total: visits.length, ...(searchedUntil !== undefined && { searchedUntil }) };
  return new Reply(visits.map(toOfferedVisitResponse), meta);
}

export function toOfferedVisitResponse({ start, end, items }: OfferedVisit): OfferedVisitResponse {
  const [first, last] = [items[0], items.at(-1)];
  return {
    start: formatInstant(start, first?.timeZone ?? 'UTC'),
    end: formatInstant(end, last?.timeZone ?? 'UTC'),
    items: items.map(toVisitSlotResponse),
  };
}

function toVisitSlotResponse(item: OfferedItem): VisitSlotResponse {
  return extended(toSlotResponse(item), { serviceId: item.serviceId });
}
