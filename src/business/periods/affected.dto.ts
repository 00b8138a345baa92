import { getSchemaPath } from '@nestjs/swagger';
import type { JsonObject } from '../../platform/values/json-object';
import { ValidationError } from '../../platform/errors/errors';
import type { Weight } from '../../platform/http/limits/weight';
import { AnswerOf, answered, only, optional, unanswered } from '../../platform/http/validation/members';
import { flag } from '../../platform/http/validation/number-types';
import { INTEGER, orNull, TEXT, UUID } from '../../platform/http/validation/shapes';
import { freeText, oneOf } from '../../platform/http/validation/text-types';
import {
  type AffectedAppointment,
  type AffectedHold,
  type Consequences,
  type DecidedAbsence,
  HOLD_OUTCOMES,
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

/** As CONSEQUENCE_MEMBERS, of a closure and of special hours: no one else is open. */
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

const WEIGHT: Weight = {
  least: 1,
  most: 10,
  rule: '5 with `appointments: "cancel"`, 10 with `"reassign"`',
  of: ({ appointments }) => (appointments === 'reassign' ? 10 : appointments === 'cancel' ? 5 : 1),
  isOfBody: true,
};

/** How the operations of absences are limited. They weigh as a request that does the same without an absence. */
export const ABSENCE_LIMITS = {
  weighs: WEIGHT,
  /** Whether a body asks what becomes of appointments. */
  long: ({ appointments, dryRun }: JsonObject) =>
    dryRun === true || (appointments !== undefined && appointments !== 'keep'),
};

/** What has become of an appointment that an absence meets. */
export class AffectedResponse extends AnswerOf({
  appointmentId: answered(INTEGER, { example: 1 }),
  outcome: answered(oneOf(OUTCOMES), { example: 'reassigned' }),
  providerId: answered(INTEGER, { example: 3, description: 'Who gives it now' }),
  reason: answered(orNull(TEXT), {
    example: null,
    description:
      'Why no one could take it, as of a booking that is refused: of those who were asked, the reason of the one who passes the most rules. Null where no one was asked, or one could',
  }),
}) {}

/** Written member by member, because each answer has up to MAX_AFFECTED. */
function toAffectedResponse({
  appointmentId,
  outcome,
  providerId,
  reason,
}: AffectedAppointment): AffectedResponse {
  return { appointmentId, outcome, providerId, reason };
}

/** What has become of a hold that an absence meets. */
export class AffectedHoldResponse extends AnswerOf({
  holdId: answered(UUID, { example: '5f0c1f0a-8d3e-4b8e-9a39-0c2f6d1f7b11' }),
  waitlistEntryId: answered(orNull(INTEGER), {
    example: 7,
    description:
      'The entry of the waitlist that it is an offer for, which waits again if it ended; null: it is no offer',
  }),
  outcome: answered(oneOf(HOLD_OUTCOMES), { example: 'ended' }),
}) {}

function toAffectedHoldResponse({ holdId, waitlistEntryId, outcome }: AffectedHold): AffectedHoldResponse {
  return { holdId, waitlistEntryId, outcome };
}

/** What an answer tells of appointments and holds, where the request says something of them. */
export interface AffectedMeta {
  readonly affected: readonly AffectedResponse[];
  readonly affectedHolds: readonly AffectedHoldResponse[];
}

/** @param decided undefined: the request says nothing of them */
export function affectedMeta(decided: DecidedAbsence | undefined): AffectedMeta | undefined {
  return (
    decided && {
      affected: decided.affected.map(toAffectedResponse),
      affectedHolds: decided.affectedHolds.map(toAffectedHoldResponse),
    }
  );
}

/** The schemas of the members of `meta`. */
export const AFFECTED_META = {
  affected: {
    type: 'array',
    items: { $ref: getSchemaPath(AffectedResponse) },
    maxItems: MAX_AFFECTED,
    description: `With \`appointments\` or \`dryRun\`: the first ${MAX_AFFECTED} appointments that it meets, and what becomes of each, in time order`,
  },
  affectedHolds: {
    type: 'array',
    items: { $ref: getSchemaPath(AffectedHoldResponse) },
    maxItems: MAX_AFFECTED,
    description: `With \`appointments\` or \`dryRun\`: the first ${MAX_AFFECTED} holds that it meets, offers of the waitlist included, in time order. They end with \`cancel\` and \`reassign\``,
  },
} as const;
