import type { ErrorDoc } from '../http/envelope/error-doc';
import { ERROR_CODES, type ErrorCode } from '../errors/domain-error';

const refer = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** The name of the schema for each code. */
const NAMES: Readonly<Record<ErrorCode, string>> = {
  unauthorized: 'UnauthorizedError',
  forbidden: 'ForbiddenError',
  rate_limited: 'RateLimitedError',
  NOT_FOUND: 'NotFoundError',
  BAD_REQUEST: 'BadRequestError',
  VALIDATION_ERROR: 'ValidationError',
  UNPROCESSABLE_ENTITY: 'RefusedError',
  SERVER_ERROR: 'ServerError',
  appointments_exist: 'AppointmentsExistError',
};

/** The schema of `details`, for the codes that have them. */
const DETAILS: Readonly<Partial<Record<ErrorCode, string>>> = {
  forbidden: 'Restriction',
  VALIDATION_ERROR: 'FieldMessages',
  UNPROCESSABLE_ENTITY: 'Refusal',
  appointments_exist: 'Refusal',
  SERVER_ERROR: 'FailedRequest',
};

/** A 503 is a SERVER_ERROR without details, and a missing role has none. */
const SOMETIMES_DETAILED: readonly ErrorCode[] = ['SERVER_ERROR', 'forbidden'];

const SEARCHED_UNTIL = {
  type: 'string',
  format: 'date-time',
  description:
    'Only when the search for alternatives stopped before the horizon: there may be more after this instant',
};

/** The error envelopes of the interface: one that fits every error, one for each code, and what `details` may be. */
export const errorSchemas = {
  ErrorEnvelope: envelope([...ERROR_CODES], refer('ErrorDetails')),
  ErrorDetails: {
    anyOf: ['FieldMessages', 'Refusal', 'VisitRefusal', 'Restriction', 'FailedRequest'].map(refer),
  },
  ...Object.fromEntries(ERROR_CODES.map((code) => [NAMES[code], envelopeOf(code)])),
  FieldMessages: {
    type: 'object',
    description: 'The path of each field that is not valid, such as `schedule[0].end`, with a message',
    additionalProperties: { type: 'string' },
  },
  Refusal: {
    type: 'object',
    required: ['reason'],
    properties: {
      reason: {
        type: 'string',
        description: 'The rule that refused the request. New reasons may be added',
        example: 'slot_taken',
      },
      limit: {
        type: 'string',
        description: 'The limit that is reached, where the reason is `limit_reached`',
        example: 'service.maxActivePerCustomer',
      },
      alternatives: {
        type: 'array',
        description: 'The next offered slots, when a time cannot be booked',
        items: refer('SlotResponse'),
      },
      occurrences: {
        type: 'array',
        description: 'The occurrences of a series that cannot be had',
        items: refer('SkippedOccurrence'),
      },
      searchedUntil: SEARCHED_UNTIL,
      until: {
        type: 'string',
        format: 'date-time',
        description: 'The last moment, where the reason is `too_late`',
      },
      policyText: {
        type: 'string',
        nullable: true,
        description: 'What the service and the place say of it, where the reason is `too_late`',
      },
      business: refer('ManagedBusinessResponse'),
      contact: {
        type: 'object',
        required: ['name', 'email', 'phone'],
        description: 'Whom to ask, where the reason is `too_late`: the place, or else the business',
        properties: {
          name: { type: 'string' },
          email: { type: 'string', nullable: true },
          phone: { type: 'string', nullable: true },
        },
      },
      beyond: {
        type: 'array',
        items: { type: 'string' },
        description: 'The options in which a key would give more than it has, where the reason is `beyond`',
      },
    },
  },
  VisitRefusal: {
    type: 'object',
    required: ['reason', 'item', 'alternatives'],
    properties: {
      reason: { type: 'string', description: 'The rule that refused the item', example: 'slot_taken' },
      limit: {
        type: 'string',
        description: 'The limit that is reached, where the reason is `limit_reached`',
        example: 'service.maxActivePerCustomer',
      },
      item: { type: 'integer', description: 'The index of the item that cannot be had', example: 1 },
      alternatives: {
        type: 'array',
        description: 'The next visits that can be had',
        items: refer('OfferedVisitResponse'),
      },
      searchedUntil: SEARCHED_UNTIL,
    },
  },
  Restriction: {
    type: 'object',
    description: 'What the key lacks, where the roles of its user would do',
    properties: {
      scope: { type: 'string', description: 'A scope that would do', example: 'appointments:read' },
      browser: {
        type: 'string',
        description: 'With a browser key: `operation`, or the member that no page may send',
        example: 'customerId',
      },
      challenge: {
        type: 'string',
        description: 'With a browser key: why there is no good solution of a challenge',
        example: 'required',
      },
      user: {
        type: 'string',
        enum: ['unknown'],
        description: 'The token of the identity provider is valid, and its person is no active user',
      },
      narrowed: { type: 'boolean', description: 'True: it takes a key that is not narrowed' },
      hidden: {
        type: 'string',
        description:
          'The member that the key hides; the groups that it hides, where they rule the operation out',
        example: 'price',
      },
    },
  },
  VisitRefusedError: envelope(['UNPROCESSABLE_ENTITY'], refer('VisitRefusal'), true),
  FailedRequest: {
    type: 'object',
    required: ['requestId'],
    properties: { requestId: { type: 'string', description: 'The id of the request in the logs' } },
  },
};

/** The schema of the errors with one code, or one of its own. */
export function errorSchema({ code, schema }: Pick<ErrorDoc, 'code' | 'schema'>): { readonly $ref: string } {
  return refer(schema ?? NAMES[code]);
}

function envelopeOf(code: ErrorCode): object {
  const details = DETAILS[code];
  if (details === undefined) return envelope([code]);
  return envelope([code], refer(details), !SOMETIMES_DETAILED.includes(code));
}

function envelope(codes: readonly ErrorCode[], details?: object, isAlwaysDetailed = false): object {
  return {
    type: 'object',
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        required: ['message', 'code', ...(isAlwaysDetailed ? ['details'] : [])],
        properties: {
          message: { type: 'string', description: 'For people; it may change' },
          code: { type: 'string', enum: codes },
          ...(details && { details }),
        },
      },
    },
  };
}
