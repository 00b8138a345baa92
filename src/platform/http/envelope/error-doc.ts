import type { ErrorCode } from '../../errors/domain-error';

/** One way in which an operation can fail, as the OpenAPI document describes it. */
export interface ErrorDoc {
  readonly status: number;
  readonly code: ErrorCode;
  readonly description: string;
  /** The `message` of the example. */
  readonly message: string;
  /** The `details` of the example. */
  readonly details?: unknown;
  /** The name of its schema, where it has one of its own. */
  readonly schema?: string;
}

/** A 422 whose `details` have the reason alone. */
export function refusal<Reason extends string>(reason: Reason, description: string, message: string) {
  return { status: 422, code: 'UNPROCESSABLE_ENTITY', description, message, details: { reason } } as const;
}
