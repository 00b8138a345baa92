import { ApiProperty } from '@nestjs/swagger';
import { formatInstant } from '../../../platform/time/instant-text';
import type { Erased } from '../erasure/erasure.service';

/** A customer who was erased. */
export class ErasedCustomerResponse {
  @ApiProperty({ type: 'integer', example: 1 })
  id: number;

  @ApiProperty({
    format: 'date-time',
    example: '2026-11-20T14:05:11Z',
    description: 'When the person was erased first, in the zone of the business',
  })
  erasedAt: string;

  static readonly of = toErasedCustomerResponse;
}

export function toErasedCustomerResponse({ id, erasedAt }: Erased, zone: string): ErasedCustomerResponse {
  return { id, erasedAt: formatInstant(erasedAt.getTime(), zone) };
}
