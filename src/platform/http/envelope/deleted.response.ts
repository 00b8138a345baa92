import { INTEGER, TRUE } from '../validation/shapes';
import { answered, AnswerOf } from '../validation/members';

/** The answer to a DELETE (docs/reference/conventions.md). */
export class DeletedResponse extends AnswerOf({
  id: answered(INTEGER, { example: 1 }),
  deleted: answered(TRUE, { example: true }),
}) {
  static readonly of = (id: number): DeletedResponse => ({ id, deleted: true });
}
