import { ApiProperty, IntersectionType, OmitType, PartialType, PickType } from '@nestjs/swagger';
import { Reply } from '../../../platform/http/envelope/envelope';
import type { Service } from '../service.entity';
import { inKeyOrder, type Metadata } from '../../../platform/metadata/metadata';
import { ApiMetadata } from '../../../platform/metadata/metadata-fields';

/** How many resources of a kind one booking needs. */
export class ResourceNeedResponse {
  @ApiProperty({ example: 'room' })
  kind: string;

  @ApiProperty({ type: 'integer', example: 1 })
  quantity: number;
}

/** A service (docs/reference/business.md). */
export class ServiceResponse {
  @ApiProperty({ type: 'integer', example: 1 })
  id: number;

  @ApiProperty({ example: 'Haircut' })
  name: string;

  @ApiProperty({ type: String, nullable: true, example: 'Wash, cut and blow-dry' })
  description: string | null;

  @ApiProperty({ type: 'integer', example: 45 })
  durationMin: number;

  @ApiProperty({ type: Number, nullable: true, example: 38.5 })
  price: number | null;

  @ApiProperty({ type: 'integer', nullable: true, example: null })
  categoryId: number | null;

  @ApiProperty({ example: true })
  active: boolean;

  @ApiProperty({ type: 'integer', example: 0 })
  bufferBeforeMin: number;

  @ApiProperty({ type: 'integer', example: 0 })
  bufferAfterMin: number;

  @ApiProperty({ type: 'integer', nullable: true, example: null })
  slotIntervalMin: number | null;

  @ApiProperty({ type: 'integer', example: 0 })
  minNoticeMin: number;

  @ApiProperty({ type: 'integer', example: 365 })
  maxAdvanceDays: number;

  @ApiProperty({ type: 'integer', example: 1, description: 'How many seats a session has' })
  capacity: number;

  @ApiProperty({ type: [ResourceNeedResponse], description: 'What one booking needs, each kind once' })
  resources: ResourceNeedResponse[];

  @ApiProperty({
    type: 'integer',
    isArray: true,
    nullable: true,
    example: null,
    description:
      'Its list of providers, ascending; null: it has none, and every provider without a list offers it',
  })
  providerIds: readonly number[] | null;

  @ApiMetadata()
  metadata: Metadata;

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

export function toServiceResponse(service: Service): ServiceResponse {
  const { providerIds, metadata } = service;
  return Object.assign(toPublicServiceResponse(service), { providerIds, metadata: inKeyOrder(metadata) });
}

export function toPublicServiceResponse(service: Service): Omit<ServiceResponse, (typeof WITH_KEY)[number]> {
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
  services: readonly Service[],
  _zone: string,
  hasKey: boolean,
): Reply<PublicServiceResponse[], { readonly total: number }> {
  const shown = services.map((each) => (hasKey ? toServiceResponse(each) : toPublicServiceResponse(each)));
  return new Reply(shown, { total: shown.length });
}
