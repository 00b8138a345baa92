import type { Schemas } from './calls.js';
import { mediaTypeOf } from './media-types.js';

/** The `code` of an error answer. */
export type ErrorCode = Schemas['ErrorEnvelope']['error']['code'];

/** Why a rule refused a request: the reasons of this version, and those that later ones add. */
export type Reason = Schemas['Refusal']['reason'] | (string & Record<never, never>);

/** What the service says of a refusal. That of a visit has the `item` that cannot be had. */
export type Refusal = Schemas['Refusal'] | Schemas['VisitRefusal'];

/** The service, or a proxy before it, refused the request; or the answer is none of the service. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';
  readonly status: number;
  /** Undefined for an answer that is none of the service, and for a 304. */
  readonly code: ErrorCode | undefined;
  /** The id of the request in the service's log. */
  readonly requestId: string | null;

  constructor(
    readonly response: Response,
    failure?: Failure,
  ) {
    super(failure?.message ?? messageOf(response));
    this.status = response.status;
    this.code = failure?.code;
    this.requestId = response.headers.get('x-request-id');
  }
}

/** Fields are wrong, or name things that do not exist. */
export class ValidationError extends ApiError {
  override readonly name = 'ValidationError';

  constructor(
    response: Response,
    failure: Failure,
    /** A message for the path of each field, such as `schedule[0].end`. */
    readonly fields: Readonly<Record<string, string>>,
  ) {
    super(response, failure);
  }
}

/** A rule refuses a well-formed request. */
export class RefusedError extends ApiError {
  override readonly name = 'RefusedError';
  readonly reason: Reason;

  constructor(
    response: Response,
    failure: Failure,
    /** `alternatives` are the next free times. */
    readonly details: Refusal,
  ) {
    super(response, failure);
    this.reason = details.reason;
  }
}

/** The key's user lacks a role, or the key is restricted. */
export class ForbiddenError extends ApiError {
  override readonly name = 'ForbiddenError';

  constructor(
    response: Response,
    failure: Failure,
    /** What a restricted key lacks; undefined when the user lacks a role. */
    readonly restriction: Schemas['Restriction'] | undefined,
  ) {
    super(response, failure);
  }
}

/** No attempt got a whole answer. `cause` is the fault of the last one. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

/** The error of an answer, as the client throws it. */
export function errorOf(response: Response, body: unknown): ApiError {
  const failure = failureOf(body);
  const details: unknown = failure?.details;
  if (failure?.code === 'forbidden') {
    return new ForbiddenError(response, failure, details as Schemas['Restriction'] | undefined);
  }
  // Only answers of the service surely have them.
  if (failure === undefined || typeof details !== 'object' || details === null) {
    return new ApiError(response, failure);
  }
  if (failure.code === 'VALIDATION_ERROR') {
    return new ValidationError(response, failure, details as Schemas['FieldMessages']);
  }
  if (failure.code === 'UNPROCESSABLE_ENTITY' || failure.code === 'appointments_exist') {
    return new RefusedError(response, failure, details as Refusal);
  }
  return new ApiError(response, failure);
}

type Failure = Schemas['ErrorEnvelope']['error'];

function failureOf(body: unknown): Failure | undefined {
  const error = (body as Partial<Schemas['ErrorEnvelope']> | null | undefined)?.error;
  return typeof error?.code === 'string' && typeof error.message === 'string' ? error : undefined;
}

function messageOf(response: Response): string {
  const status = `HTTP ${response.status}`;
  return response.ok
    ? `${status} (${mediaTypeOf(response) || 'no media type'}) is no answer of the service`
    : status;
}
