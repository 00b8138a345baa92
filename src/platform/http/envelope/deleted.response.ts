import { ApiProperty } from '@nestjs/swagger';

/** The answer to a DELETE (docs/reference/conventions.md). */
export class DeletedResponse {
  @ApiProperty({ type: 'integer', example: 1 })
  id: number;

  @ApiProperty({ enum: [true], type: Boolean, example: true })
  deleted: true;

  static readonly of = (id: number): DeletedResponse => ({ id, deleted: true });
}
