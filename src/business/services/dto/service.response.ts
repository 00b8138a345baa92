import { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/swagger';
import { Reply } from '../../../platform/http/envelope/envelope';
import type { ReadRow } from '../../../platform/database/reads/entity-reads';
import type { Service } from '../service.entity';
import { inKeyOrder } from '../../../platform/metadata/metadata';
import { FLAG, INTEGER, many, NUMBER, orNull, several, TEXT } from '../../../platform/http/validation/shapes';
import { answered, AnswerOf } from '../../../platform/http/validation/members';
import { METADATA } from '../../../platform/metadata/metadata-fields';

/** How many resources of a kind one booking needs. */
export class ResourceNeedResponse extends AnswerOf({
  kind: answered(TEXT, { example: 'room' }),
  quantity: answered(INTEGER, { example: 1 }),
}) {}

/** A service (docs/reference/business.md). */
export class ServiceResponse extends AnswerOf({
  id: answered(INTEGER, { example: 1 }),
  name: answered(TEXT, { example: 'Haircut' }),
  description: answered(orNull(TEXT), { example: 'Wash, cut and blow-dry' }),
  durationMin: answered(INTEGER, { example: 45 }),
  price: answered(orNull(NUMBER), { example: 38.5 }),
  categoryId: answered(orNull(INTEGER), { example: null }),
  active: answered(FLAG, { example: true }),
  bufferBeforeMin: answered(INTEGER, { example: 0 }),
  bufferAfterMin: answered(INTEGER, { example: 0 }),
  slotIntervalMin: answered(orNull(INTEGER), { example: null }),
  minNoticeMin: answered(INTEGER, { example: 0 }),
  maxAdvanceDays: answered(INTEGER, { example: 365 }),
  capacity: answered(INTEGER, { example: 1, description: 'How many seats a session has' }),
  resources: answered(many(ResourceNeedResponse), { description: 'What one booking needs, each kind once' }),
  providerIds: answered(orNull(several(INTEGER)), {
    example: null,
    description:
      'Its list of providers, ascending; null: it has none, and every provider without a list offers it',
  }),
  metadata: METADATA,
}) {
  static readonly of = toServiceResponse;
}

const WITH_KEY = ['providerIds', 'metadata'] as const;

/** A service as it is shown without a key. */
export class PublicServiceResponse extends IntersectionType(
  OmitType(ServiceResponse, WITH_KEY),
  PartialType(PickType(ServiceResponse, WITH_KEY)),
) {
  static readonly of = toPublicServiceResponse;
}

export function toServiceResponse(service: ReadRow<Service>): ServiceResponse {
  const { providerIds, metadata } = service;
  return Object.assign(toPublicServiceResponse(service), { providerIds, metadata: inKeyOrder(metadata) });
}

export function toPublicServiceResponse(
  service: ReadRow<Service>,
): Omit<ServiceResponse, (typeof WITH_KEY)[number]> {
  return {
    id: service.id,
    name: service.name,
    description: service.description,
    durationMin: service.durationMin,
    price: service.price,
    categoryId: service.categoryId,
    active: service.active,
    bufferBeforeMin: service.bufferBeforeMin,
    bufferAfterMin: service.bufferAfterMin,
    slotIntervalMin: service.slotIntervalMin,
    minNoticeMin: service.minNoticeMin,
    maxAdvanceDays: service.maxAdvanceDays,
    capacity: service.capacity,
    resources: service.resources.map(({ kind, quantity }) => ({ kind, quantity })),
  };
}

/** @param hasKey false: without what is not public */
export function toServicesReply(
  services: readonly ReadRow<Service>[],
  _zone: string,
  hasKey: boolean,
): Reply<PublicServiceResponse[], { readonly total: number }> {
  const shown = services.map((each) => (hasKey ? toServiceResponse(each) : toPublicServiceResponse(each)));
  return new Reply(shown, { total: shown.length });
}
