import { ApiProperty } from '@nestjs/swagger';

/** What a DELETE answers (decisions, section 1). */
export class DeletedResponse {
  @ApiProperty({ type: 'integer', example: 1 })
  id: number;

  @ApiProperty({ enum: [true], type: Boolean, example: true })
  deleted: true;
}

export function toDeletedResponse(id: number): DeletedResponse {
  return { id, deleted: true };
}
