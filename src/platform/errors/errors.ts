import { DomainError, type ErrorCode } from './domain-error';

/** The request line or the body cannot be read. */
export class MalformedRequestError extends DomainError {
  readonly kind = 'malformed';
  readonly code = 'BAD_REQUEST';
}

export class BodyTooLargeError extends DomainError {
  readonly kind = 'too_large';
  readonly code = 'BAD_REQUEST';
}

export class UnsupportedBodyError extends DomainError {
  readonly kind = 'unsupported_type';
  readonly code = 'BAD_REQUEST';
}

/** The body has a content coding that the service does not unpack. @param codings those that it does, for `Accept-Encoding` */
export class UnsupportedCodingError extends UnsupportedBodyError {
  constructor(
    message: string,
    readonly codings: string,
  ) {
    super(message);
  }
}

/** The credential is missing or not valid (any more). The message does not say which. */
export class UnauthenticatedError extends DomainError {
  readonly kind = 'unauthenticated';
  readonly code = 'unauthorized';

  constructor() {
    super('A valid API key is required: Authorization: Bearer xsk_…');
  }
}

/** What a restricted key lacks: a scope, a member or group that it hides, the whole business, what pages may do or send, a solved challenge, or a user. */
type KeyRestriction =
  | { readonly scope: string }
  | { readonly hidden: string }
  | { readonly narrowed: true }
  | { readonly browser: string }
  | { readonly challenge: string }
  | { readonly user: 'unknown' };

/** The caller may not do this. @param details what its key lacks, where its roles would do */
export class ForbiddenError extends DomainError {
  readonly kind = 'forbidden';
  readonly code = 'forbidden';

  constructor(
    message: string,
    override readonly details?: KeyRestriction,
  ) {
    super(message);
  }
}

/** Thrown when a narrowed key asks for what cannot be narrowed. */
export class NotNarrowableError extends ForbiddenError {
  constructor() {
    super('This takes a key that is not narrowed to providers or locations', { narrowed: true });
  }
}

/** Thrown for a valid token of the identity provider whose person is no active user here. */
export class UnknownUserError extends ForbiddenError {
  constructor() {
    super('The token is valid, but its person is no active user of this service', { user: 'unknown' });
  }
}

export class RateLimitedError extends DomainError {
  readonly kind = 'rate_limited';
  readonly code = 'rate_limited';

  constructor(override readonly retryAfterS: number) {
    super(`Too many requests; try again in ${retryAfterS} s`);
  }
}

/** The path names a thing that does not exist. */
export class NotFoundError extends DomainError {
  readonly kind = 'not_found';
  readonly code = 'NOT_FOUND';

  /** @param thing its kind: `service`, `API key` */
  constructor(thing: string) {
    super(`No such ${thing}`);
  }
}

/** The resource is not in the state that `If-Match` or `If-None-Match` names. Nothing was written. */
export class PreconditionFailedError extends DomainError {
  readonly kind = 'precondition_failed';
  readonly code = 'UNPROCESSABLE_ENTITY';
  override readonly details = { reason: 'precondition_failed' };

  constructor() {
    super('It is not, or no longer, in the state that the request names; read it again');
  }
}

/** The input has faults. @param faults field path → message, such as `{'schedule[0].end': 'must be later than start'}` */
export class ValidationError extends DomainError {
  readonly kind = 'invalid';
  readonly code = 'VALIDATION_ERROR';

  constructor(override readonly details: Readonly<Record<string, string>>) {
    super('The request has invalid fields');
  }
}

/** A rule refuses a well-formed request. `details.reason` names the rule. */
export class RefusedError extends DomainError {
  readonly kind = 'refused';

  constructor(
    message: string,
    override readonly details: { readonly reason: string; readonly [member: string]: unknown },
    readonly code: ErrorCode = 'UNPROCESSABLE_ENTITY',
  ) {
    super(message);
  }
}

/** What cannot be read in pages would be too much for one answer. */
export class AnswerTooLargeError extends RefusedError {
  constructor() {
    super('The answer would have more than 4 MB; ask for less', { reason: 'answer_too_large' });
  }
}

/** The service lacks something for now, such as its database. The same request may succeed later. */
export class UnavailableError extends DomainError {
  readonly kind = 'unavailable';
  readonly code = 'SERVER_ERROR';
  override readonly retryAfterS = 2;
}
