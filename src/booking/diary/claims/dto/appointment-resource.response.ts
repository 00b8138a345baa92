import { INTEGER, TEXT } from '../../../../platform/http/validation/shapes';
import { answered, AnswerOf } from '../../../../platform/http/validation/members';

/** A resource that an appointment or a hold takes. */
export class AppointmentResource extends AnswerOf({
  id: answered(INTEGER, { example: 1 }),
  name: answered(TEXT, { example: 'Treatment room 1' }),
  kind: answered(TEXT, { example: 'room' }),
}) {}
