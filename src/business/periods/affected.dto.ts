import { getSchemaPath } from '@nestjs/swagger';
import { ValidationError } from '../../platform/errors/errors';
import { AnswerOf, answered, only, optional, unanswered } from '../../platform/http/validation/members';
import { flag } from '../../platform/http/validation/number-types';
import { INTEGER, orNull, TEXT } from '../../platform/http/validation/shapes';
import { freeText, oneOf } from '../../platform/http/validation/text-types';
import {
  type AffectedAppointment,
  type Consequences,
  MAX_AFFECTED,
  OUTCOMES,
  type Treatment,
  TREATMENTS,
} from './affected-appointments';

const MAX_MESSAGE = 1_000;
const CLOSURE_TREATMENTS = ['keep', 'cancel'] as const satisfies readonly Treatment[];
const OTHERWISE = ['keep', 'cancel'] as const;

/** What a request says of the appointments that it takes from a provider, where it says how. */
export const TELLING_MEMBERS = {
  otherwise: unanswered(
    optional(oneOf(OTHERWISE), {
      default: 'keep',
      description: 'What becomes of those that can be given to no one',
    }),
  ),
  message: unanswered(
    optional(orNull(freeText(MAX_MESSAGE)), {
      description:
        'A text for the customers whose appointments change, in the message that each of them gets',
    }),
  ),
  dryRun: unanswered(
    optional(flag(), { default: false, description: 'Tells what would happen, and writes nothing' }),
  ),
};

/** The members of the body of an absence that say what becomes of appointments. */
export const CONSEQUENCE_MEMBERS = {
  appointments: unanswered(
    optional(oneOf(TREATMENTS), {
      default: 'keep',
      description:
        'What becomes of the appointments that it meets: those that are pending or confirmed and have not begun. `reassign` keeps their time: another provider gives them, or they take another resource',
    }),
  ),
  ...TELLING_MEMBERS,
};

/** As CONSEQUENCE_MEMBERS, of a closure: no one else is open. */
export const CLOSURE_CONSEQUENCE_MEMBERS = {
  ...only(TELLING_MEMBERS, ['message', 'dryRun']),
  appointments: unanswered(
    optional(oneOf(CLOSURE_TREATMENTS), {
      default: 'keep',
      description:
        'What becomes of the appointments that it meets: those that are pending or confirmed and have not begun',
    }),
  ),
};

interface ConsequencesBody {
  readonly appointments?: Treatment | undefined;
  readonly otherwise?: 'keep' | 'cancel' | undefined;
  readonly message?: string | null | undefined;
  readonly reason?: string | null | undefined;
  readonly dryRun?: boolean | undefined;
}

/** Undefined: the body says nothing of the appointments. @throws ValidationError of members that do not go together */
export function consequencesIn(body: ConsequencesBody): Consequences | undefined {
  const { appointments, otherwise, reason, dryRun = false } = body;
  const message = body.message ?? undefined;
  const faults = {
    ...(otherwise !== undefined &&
      appointments !== 'reassign' && { otherwise: 'goes only with appointments reassign' }),
    ...(message !== undefined &&
      (appointments ?? 'keep') === 'keep' && { message: 'goes only with appointments cancel or reassign' }),
  };
  if (Object.keys(faults).length > 0) throw new ValidationError(faults);
  if (appointments === undefined && !dryRun) return undefined;
  return { appointments: appointments ?? 'keep', otherwise: otherwise ?? 'keep', message, reason };
}

/** What has become of an appointment that an absence meets. */
export class AffectedResponse extends AnswerOf({
  appointmentId: answered(orNull(INTEGER), {
    example: 1,
    description: 'Null for a narrowed key to which the appointment does not belong',
  }),
  outcome: answered(oneOf(OUTCOMES), { example: 'reassigned' }),
  providerId: answered(INTEGER, { example: 3, description: 'Who gives it now' }),
  reason: answered(orNull(TEXT), {
    example: null,
    description:
      'Why no one could take it, as of a booking that is refused: of those who were asked, the reason of the one who passes the most rules. Null where no one was asked, or one could',
  }),
}) {}

/** Written member by member, because each answer has up to MAX_AFFECTED. */
export function toAffectedResponse({
  appointmentId,
  outcome,
  providerId,
  reason,
}: AffectedAppointment): AffectedResponse {
  return { appointmentId, outcome, providerId, reason };
}

/** The schema of the member of `meta`. */
export const AFFECTED_META = {
  affected: {
    type: 'array',
    items: { $ref: getSchemaPath(AffectedResponse) },
    maxItems: MAX_AFFECTED,
    description: `With \`appointments\` or \`dryRun\`: the first ${MAX_AFFECTED} appointments that it meets, and what becomes of each, in time order`,
  },
} as const;
