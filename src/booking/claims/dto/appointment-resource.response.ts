import { ApiProperty } from '@nestjs/swagger';

/** A resource that an appointment or a hold takes. */
export class AppointmentResource {
  @ApiProperty({ type: 'integer', example: 1 })
  id: number;

  @ApiProperty({ example: 'Treatment room 1' })
  name: string;

  @ApiProperty({ example: 'room' })
  kind: string;
}
