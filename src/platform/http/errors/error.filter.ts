import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { Response } from 'express';
import { DomainError } from '../../errors/domain-error';
import { type ErrorAnswer, errorAnswer, RepeatedError } from './error-answer';
import { ErrorTranslator } from '../../errors/error-translator';
import { MalformedRequestError, NotFoundError, UnsupportedCodingError } from '../../errors/errors';
import { callerOf, type IdentifiedRequest } from '../identity';
import type { TrackedRequest } from '../request-id';

/** Writes every error answer. An unexpected error becomes a 500 without internals; its cause goes to the log. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('Errors');

  constructor(private readonly translator: ErrorTranslator) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    const request = host.switchToHttp().getRequest<TrackedRequest>();
    if (thrown instanceof RepeatedError) {
      send(response, thrown);
      return;
    }
    const error = this.understand(thrown, request);
    if (error?.kind === 'unavailable')
      this.logger.warn({ err: thrown, requestId: request.id }, error.message);
    if (error === undefined) this.logger.error({ err: thrown, requestId: request.id }, 'Unexpected error');
    if (response.headersSent) response.destroy();
    else this.write(response, request, error);
  }

  private write(response: Response, request: TrackedRequest, error: DomainError | undefined): void {
    if (error?.retryAfterS !== undefined) response.setHeader('Retry-After', String(error.retryAfterS));
    if (error instanceof UnsupportedCodingError) response.setHeader('Accept-Encoding', error.codings);
    this.answer(response, request, error);
  }

  /** @param error undefined: an unexpected one */
  protected answer(response: Response, request: TrackedRequest, error: DomainError | undefined): void {
    if (error?.kind === 'unauthenticated') response.setHeader('WWW-Authenticate', challengeOf(request));
    send(response, error === undefined ? unexpected(request) : errorAnswer(error, callerOf(request)));
  }

  private understand(thrown: unknown, request: TrackedRequest): DomainError | undefined {
    if (thrown instanceof DomainError) return thrown;
    if (thrown instanceof HttpException) return fromNest(thrown, request);
    return this.translator.translate(thrown);
  }
}

/** Nest itself throws only for unknown paths and for requests that its adapter cannot read. */
function fromNest(thrown: HttpException, request: TrackedRequest): DomainError | undefined {
  if (thrown.getStatus() === 404) return new NotFoundError(`path: ${request.method} ${request.path}`);
  if (thrown.getStatus() < 500) return new MalformedRequestError(thrown.message);
  return undefined;
}

/** What the client lacks (RFC 6750, section 3): a credential that is not valid is named, and none at all is not. */
function challengeOf({ identity, challenge = [] }: IdentifiedRequest): string {
  const fault = identity?.kind === 'invalid' ? ['error="invalid_token"'] : [];
  return ['Bearer', [...fault, ...challenge].join(', ')].join(' ').trim();
}

function unexpected({ id }: TrackedRequest): ErrorAnswer {
  const message = 'Something went wrong on our side';
  return { status: 500, body: { error: { message, code: 'SERVER_ERROR', details: { requestId: id } } } };
}

/** Forbids caching: without that, caches may keep a 404 (RFC 9110, section 15.1). */
function send(response: Response, { status, body }: ErrorAnswer): void {
  response.setHeader('Cache-Control', 'no-store');
  response.status(status).json(body);
}
