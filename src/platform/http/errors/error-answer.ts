import type { DomainError, ErrorCode, ErrorKind } from '../../errors/domain-error';

const STATUS: Readonly<Record<ErrorKind, number>> = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  precondition_failed: 412,
  too_large: 413,
  unsupported_type: 415,
  invalid: 422,
  refused: 422,
  rate_limited: 429,
  unavailable: 503,
};

/** The error answer (docs/reference/errors.md). */
export interface ErrorEnvelope {
  readonly error: { readonly message: string; readonly code: ErrorCode; readonly details?: unknown };
}

/** Status and body of an error answer. */
export interface ErrorAnswer {
  readonly status: number;
  readonly body: ErrorEnvelope;
}

export function errorAnswer({ kind, message, code, details }: DomainError): ErrorAnswer {
  return {
    status: STATUS[kind],
    body: { error: details === undefined ? { message, code } : { message, code, details } },
  };
}

/** An error answer that was stored for an `Idempotency-Key` and is sent again unchanged. */
export class RepeatedError extends Error implements ErrorAnswer {
  constructor(
    readonly status: number,
    readonly body: ErrorEnvelope,
  ) {
    super(body.error.message);
  }
}
