import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { Response } from 'express';
import { type ErrorCode, DomainError, type ErrorKind } from './domain-error';
import { ErrorTranslator } from './error-translator';
import { MalformedRequestError, NotFoundError } from './errors';
import type { TrackedRequest } from '../http/request-id';

const STATUS: Readonly<Record<ErrorKind, number>> = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  too_large: 413,
  unsupported_type: 415,
  invalid: 422,
  refused: 422,
  rate_limited: 429,
  unavailable: 503,
};

/** The error answer (interface, "ErrorEnvelope"). */
interface ErrorEnvelope {
  readonly error: { readonly message: string; readonly code: ErrorCode; readonly details?: unknown };
}

/** Writes every error answer. What no rule foresees is a 500 without internals; its cause goes to the log. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('Errors');

  constructor(private readonly translator: ErrorTranslator) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    const request = host.switchToHttp().getRequest<TrackedRequest>();
    const error = this.understand(thrown, request);
    if (error?.kind === 'unavailable')
      this.logger.warn({ err: thrown, requestId: request.id }, error.message);
    if (error === undefined) this.logger.error({ err: thrown, requestId: request.id }, 'Unexpected error');
    if (response.headersSent) response.destroy();
    else this.write(response, request, error);
  }

  private write(response: Response, request: TrackedRequest, error: DomainError | undefined): void {
    if (error === undefined) {
      send(response, 500, 'Something went wrong on our side', 'SERVER_ERROR', { requestId: request.id });
      return;
    }
    if (error.retryAfterS !== undefined) response.setHeader('Retry-After', String(error.retryAfterS));
    if (error.kind === 'unauthenticated') response.setHeader('WWW-Authenticate', 'Bearer');
    send(response, STATUS[error.kind], error.message, error.code, error.details);
  }

  private understand(thrown: unknown, request: TrackedRequest): DomainError | undefined {
    if (thrown instanceof DomainError) return thrown;
    if (thrown instanceof HttpException) return fromNest(thrown, request);
    return this.translator.translate(thrown);
  }
}

/** Nest itself throws only for paths that no handler serves, and for what its adapter cannot read. */
function fromNest(thrown: HttpException, request: TrackedRequest): DomainError | undefined {
  if (thrown.getStatus() === 404) return new NotFoundError(`path: ${request.method} ${request.path}`);
  if (thrown.getStatus() < 500) return new MalformedRequestError(thrown.message);
  return undefined;
}

function send(response: Response, status: number, message: string, code: ErrorCode, details: unknown): void {
  const body: ErrorEnvelope = {
    error: details === undefined ? { message, code } : { message, code, details },
  };
  response.status(status).json(body);
}
