import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import type { ErrorCode } from '../errors/domain-error';

interface ErrorDoc {
  readonly status: number;
  readonly description: string;
  readonly message: string;
  readonly details?: unknown;
}

const DOCS: Readonly<Record<ErrorCode, ErrorDoc>> = {
  unauthorized: {
    status: 401,
    description: 'No valid API key',
    message: 'A valid API key is required: Authorization: Bearer xsk_…',
  },
  forbidden: {
    status: 403,
    description: 'The key’s user lacks the role',
    message: 'This takes one of the roles: admin',
  },
  rate_limited: {
    status: 429,
    description: 'Too many requests',
    message: 'Too many requests; try again in 17 s',
  },
  NOT_FOUND: { status: 404, description: 'No such resource', message: 'No such service' },
  BAD_REQUEST: { status: 400, description: 'The body cannot be read', message: 'The body is not valid JSON' },
  VALIDATION_ERROR: {
    status: 422,
    description: 'Invalid fields: `details` maps each field path to a message',
    message: 'The request has invalid fields',
    details: { name: 'must not be blank' },
  },
  UNPROCESSABLE_ENTITY: {
    status: 422,
    description: 'Refused by a rule: `details.reason` names it',
    message: 'This time is already taken',
    details: { reason: 'slot_taken', alternatives: [] },
  },
  appointments_exist: {
    status: 422,
    description: 'The customer has appointments',
    message: 'The customer has appointments; remove them first',
    details: { reason: 'appointments_exist' },
  },
  SERVER_ERROR: {
    status: 503,
    description: 'The database is away',
    message: 'The database is away; try again shortly',
  },
};

const HEADERS: Readonly<Record<number, Record<string, object>>> = {
  401: { 'WWW-Authenticate': { description: '`Bearer`', schema: { type: 'string' } } },
  429: { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } },
  503: { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } },
};

/** Documents the error answers of an operation: one response for each status, with an example for each code. */
export function ApiErrors(...codes: readonly ErrorCode[]): MethodDecorator & ClassDecorator {
  const statuses = [...new Set(codes.map((code) => DOCS[code].status))];
  return applyDecorators(
    ...statuses.map((status) =>
      errorResponse(
        status,
        codes.filter((code) => DOCS[code].status === status),
      ),
    ),
  );
}

/** The error answers of an operation with a JSON body. */
export function ApiBodyErrors(...codes: readonly ErrorCode[]): MethodDecorator & ClassDecorator {
  return applyDecorators(
    ApiErrors('BAD_REQUEST', 'VALIDATION_ERROR', ...codes),
    ...[
      [413, 'The body is larger than 1 MiB'],
      [415, 'The body is not JSON'],
    ].map(([status, message]) => bodyResponse(status as number, message as string)),
  );
}

function errorResponse(status: number, codes: readonly ErrorCode[]) {
  return ApiResponse({
    status,
    description: codes.map((code) => DOCS[code].description).join(', or: '),
    ...(HEADERS[status] && { headers: HEADERS[status] }),
    content: {
      'application/json': {
        schema: envelopeSchema(codes),
        examples: Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code) }])),
      },
    },
  });
}

function bodyResponse(status: number, message: string) {
  return ApiResponse({
    status,
    description: message,
    content: {
      'application/json': {
        schema: envelopeSchema(['BAD_REQUEST']),
        example: { error: { message, code: 'BAD_REQUEST' } },
      },
    },
  });
}

/** The ErrorEnvelope, narrowed to the codes that can come. */
function envelopeSchema(codes: readonly ErrorCode[]) {
  return {
    allOf: [
      { $ref: '#/components/schemas/ErrorEnvelope' },
      {
        type: 'object',
        properties: { error: { type: 'object', properties: { code: { type: 'string', enum: [...codes] } } } },
      },
    ],
  };
}

function exampleOf(code: ErrorCode): object {
  const { message, details } = DOCS[code];
  return { error: details === undefined ? { message, code } : { message, code, details } };
}
