import type { ErrorCode } from '../../errors/domain-error';

/** One way in which an operation can fail, as the OpenAPI document tells it. */
export interface ErrorDoc {
  readonly status: number | '5XX';
  readonly code: ErrorCode;
  readonly description: string;
  /** Of the example. */
  readonly message: string;
  readonly details?: unknown;
  /** What `details` looks like; without one there are none. */
  readonly detailsSchema?: object;
}

const FIELD_MAP = {
  type: 'object',
  description: 'Field path to message',
  additionalProperties: { type: 'string' },
};
const REASON = {
  type: 'object',
  description: 'Which rule refused it, with what helps to go on',
  required: ['reason'],
  properties: { reason: { type: 'string' } },
  additionalProperties: true,
};

/** The failures that have a code of their own, under it; the others under a name that only the document knows. */
export const ERROR_DOCS = {
  unauthorized: {
    status: 401,
    code: 'unauthorized',
    description: 'No valid API key',
    message: 'A valid API key is required: Authorization: Bearer xsk_…',
  },
  forbidden: {
    status: 403,
    code: 'forbidden',
    description: 'The key’s user lacks the role',
    message: 'This takes one of the roles: admin',
  },
  rate_limited: {
    status: 429,
    code: 'rate_limited',
    description: 'Too many requests',
    message: 'Too many requests; try again in 17 s',
  },
  NOT_FOUND: {
    status: 404,
    code: 'NOT_FOUND',
    description: 'No such resource',
    message: 'No such service',
  },
  PRECONDITION_FAILED: {
    status: 412,
    code: 'UNPROCESSABLE_ENTITY',
    description: '`If-Match` does not hold: it has changed since it was read. Nothing was written',
    message: 'It is not, or no longer, in the state that the request names; read it again',
    details: { reason: 'precondition_failed' },
    detailsSchema: REASON,
  },
  BAD_REQUEST: {
    status: 400,
    code: 'BAD_REQUEST',
    description: 'The body cannot be read',
    message: 'The body is not valid JSON',
  },
  BODY_TOO_LARGE: {
    status: 413,
    code: 'BAD_REQUEST',
    description: 'The body is larger than 1 MiB',
    message: 'The body is larger than 1048576 bytes',
  },
  UNSUPPORTED_BODY: {
    status: 415,
    code: 'BAD_REQUEST',
    description: 'The body is not JSON',
    message: 'The body must be JSON, sent as Content-Type: application/json',
  },
  VALIDATION_ERROR: {
    status: 422,
    code: 'VALIDATION_ERROR',
    description: 'Invalid fields: `details` maps each field path to a message',
    message: 'The request has invalid fields',
    details: { name: 'must not be blank' },
    detailsSchema: FIELD_MAP,
  },
  UNPROCESSABLE_ENTITY: {
    status: 422,
    code: 'UNPROCESSABLE_ENTITY',
    description: 'Refused by a rule: `details.reason` names it',
    message: 'This time is already taken',
    details: { reason: 'slot_taken', alternatives: [] },
    detailsSchema: REASON,
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    code: 'UNPROCESSABLE_ENTITY',
    description: 'The `Idempotency-Key` has been used for another request',
    message: 'This Idempotency-Key has been used for another request',
    details: { reason: 'idempotency_key_reused' },
    detailsSchema: REASON,
  },
  IDEMPOTENCY_KEY_IN_USE: {
    status: 409,
    code: 'UNPROCESSABLE_ENTITY',
    description: 'The first request with this `Idempotency-Key` is still running',
    message: 'The first request with this Idempotency-Key is still running; try again shortly',
    details: { reason: 'idempotency_key_in_use' },
    detailsSchema: REASON,
  },
  appointments_exist: {
    status: 422,
    code: 'appointments_exist',
    description: 'The customer has appointments',
    message: 'The customer has appointments; remove them first',
    details: { reason: 'appointments_exist' },
    detailsSchema: REASON,
  },
  SERVER_ERROR: {
    status: '5XX',
    code: 'SERVER_ERROR',
    description: '500: something went wrong on our side. 503, with `Retry-After`: the database is away',
    message: 'Something went wrong on our side',
    details: { requestId: '4f8c3c1e-7d0b-4a53-9c55-0d6a3a0e7f51' },
    detailsSchema: {
      type: 'object',
      description: 'Of a 500',
      required: ['requestId'],
      properties: { requestId: { type: 'string' } },
    },
  },
} as const satisfies Readonly<Record<ErrorCode, ErrorDoc>> & Readonly<Record<string, ErrorDoc>>;

export type ErrorName = keyof typeof ERROR_DOCS;
