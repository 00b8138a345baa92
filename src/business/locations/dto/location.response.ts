import { ApiProperty } from '@nestjs/swagger';
import type { Location } from '../location.entity';

/** A location (docs/interface.md, Resources). */
export class LocationResponse {
  @ApiProperty({ type: 'integer', example: 1 })
  id: number;

  @ApiProperty({ example: 'Main Street' })
  name: string;

  @ApiProperty({ type: String, nullable: true, example: '12 Main Street, 10115 Berlin' })
  address: string | null;

  @ApiProperty({ example: true, description: 'At most one location is the primary one' })
  is_primary: boolean;
}

export function toLocationResponse(location: Location): LocationResponse {
  return {
    id: location.id,
    name: location.name,
    address: location.address,
    is_primary: location.isPrimary,
  };
}
