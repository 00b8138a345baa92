import type { DomainError, ErrorCode, ErrorKind } from '../../errors/domain-error';
import type { Hidden } from '../../restrictions';
import { isJsonObject } from '../../values/json-object';
import { maskOf, withoutHidden } from '../hiding/mask';
import type { Caller } from '../identity';

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

/** The answer that the caller gets. */
export function errorAnswer(error: DomainError, caller?: Caller): ErrorAnswer {
  const { kind, message, code } = error;
  const hides = caller?.restrictions?.hide;
  const details = hides === undefined ? error.details : detailsWithoutHidden(error, hides);
  return {
    status: STATUS[kind],
    body: { error: details === undefined ? { message, code } : { message, code, details } },
  };
}

/** Objects in the details are of classes that the error names. */
function detailsWithoutHidden({ details, classes }: DomainError, hides: readonly Hidden[]): unknown {
  if (!isJsonObject(details)) return details;
  const shown = Object.entries(details).map(([name, value]) => {
    const type = classes?.[name];
    return [name, withoutHidden(value, type && maskOf(type), hides)];
  });
  return Object.fromEntries(shown) as unknown;
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
