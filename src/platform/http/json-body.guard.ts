import { isUtf8 } from 'node:buffer';
import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { json, type Request, type Response } from 'express';
import { TurnQueue } from '../async/turn-queue';
import { assertNothingHidden } from './hiding/refuse-hidden';
import { type NotedRequest, noteIgnoredNames } from './ignored/ignored-names';
import { PREFERENCE_APPLIED, prefersStrict, STRICT } from './ignored/preferences';
import { unknownNames } from './ignored/unknown-names';
import type { ReadRequest } from './idempotency/once-per-key';
import { RequestValidationPipe } from './request-validation.pipe';
import { assertBounded, assertFewValues } from './json-bounds';
import type { WeighedRequest } from './limits/weight';
import { LARGE_BODY_BYTES, readInTurns } from './server/read-in-turns';
import {
  BodyTooLargeError,
  MalformedRequestError,
  UnsupportedBodyError,
  UnsupportedCodingError,
} from '../errors/errors';
import { DomainError } from '../errors/domain-error';
import { assertUtf8Query } from './parameters/read-query';

/** The most bytes that a JSON body may have (docs/reference/errors.md). */
const MAX_BODY_BYTES = 1_048_576;
/** What `json` unpacks, `x-gzip` aside (RFC 9110, section 8.4.1). */
const CODINGS = 'gzip, deflate, br';
const PLAIN = 'identity';
const BODY_METHODS = new Set(['POST', 'PUT', 'PATCH']);

/** Health checks and metrics follow none of the API's rules. */
const IN_API = /^\/api\//i;

type JudgedRequest = NotedRequest & ReadRequest & WeighedRequest;

const NOT_UTF8 = 'The body must be JSON in UTF-8';

const BODY = 'body';

/** For a handler that reads its body itself, because it is not JSON. Such a body is not unpacked: a compressed one is refused before. */
export const ReadsOwnBody = (): MethodDecorator => SetMetadata(BODY, 'read by the handler');

/** For a handler without a body: one that is sent changes nothing and is no fault, but what is named in it is noted. */
export const IgnoresBody = (): MethodDecorator => SetMetadata(BODY, 'ignored');

const largeBodies = new WeakSet<object>();
const turns = new TurnQueue();

const parseJson = json({
  limit: MAX_BODY_BYTES,
  strict: false,
  verify: (request, _response, text, charset) => {
    if (charset !== 'utf-8') throw new UnsupportedBodyError(NOT_UTF8);
    // Decoded, such bytes would all be the same character, and what was sent would be lost.
    if (!isUtf8(text)) throw new MalformedRequestError('The body has bytes that are not UTF-8');
    assertFewValues(text);
    if (text.length > LARGE_BODY_BYTES) largeBodies.add(request);
  },
});

/**
 * Reads the JSON body; notes or, if the client prefers, refuses ignored names of body and query. The last global guard: callers without
 * permission are refused before the body is read (docs/reference/conventions.md). An interceptor would slow down requests without a body.
 */
@Injectable()
export class JsonBodyGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly pipe: RequestValidationPipe,
  ) {}

  canActivate(context: ExecutionContext): true | Promise<true> {
    const request = context.switchToHttp().getRequest<JudgedRequest>();
    if (!BODY_METHODS.has(request.method) || !hasBody(request)) return this.judge(request, context);
    const body = this.reflector.get<string | undefined>(BODY, context.getHandler());
    if (body === 'ignored') return this.readIgnored(request, context);
    if (body === undefined) return this.read(request, context);
    assertPlain(request);
    return this.judge(request, context);
  }

  private async read(request: JudgedRequest, context: ExecutionContext): Promise<true> {
    await readBody(request, context.switchToHttp().getResponse<Response>());
    // Forty large bodies at once would be validated one right after the other, and small requests would wait for all of them.
    if (largeBodies.has(request)) await turns.next();
    await request.weighBody?.();
    request.judgeBody?.();
    return this.judge(request, context);
  }

  private async readIgnored(request: JudgedRequest, context: ExecutionContext): Promise<true> {
    const response = context.switchToHttp().getResponse<Response>();
    const isRead = await readBody(request, response).then(
      () => true,
      () => false,
    );
    if (!isRead) request.body = undefined;
    await this.judge(request, context);
    // Two requests with one `Idempotency-Key` are the same, even with different bodies.
    request.body = undefined;
    return true;
  }

  private judge(request: JudgedRequest, context: ExecutionContext): true | Promise<true> {
    assertUtf8Query(request, context);
    assertNothingHidden(request, context);
    noteIgnoredNames(request, context);
    if (!prefersStrict(request.headers) || !IN_API.test(request.path)) return true;
    context.switchToHttp().getResponse<Response>().setHeader(PREFERENCE_APPLIED, STRICT);
    return request.ignored === undefined || this.refuse(request, context);
  }

  /** The refusal is the answer to the request's `Idempotency-Key`, as one for any other fault of the body. */
  private async refuse(request: JudgedRequest, context: ExecutionContext): Promise<never> {
    request.keyed = 'reading';
    throw await unknownNames(request, context, this.pipe);
  }
}

function hasBody(request: Request): boolean {
  const length = request.headers['content-length'];
  return request.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/** @throws UnsupportedCodingError */
function assertPlain({ headers }: Request): void {
  if ((headers['content-encoding'] ?? PLAIN).toLowerCase() === PLAIN) return;
  throw new UnsupportedCodingError('The body must not be compressed', PLAIN);
}

async function readBody(request: Request, response: Response): Promise<void> {
  if (!request.is('application/json')) {
    throw new UnsupportedBodyError('The body must be JSON, sent as Content-Type: application/json');
  }
  await new Promise<void>((resolve, reject) => {
    readInTurns(request);
    const { headers } = request;
    // An older name of the same coding (RFC 9110, section 8.4.1.3).
    if (headers['content-encoding']?.toLowerCase() === 'x-gzip') headers['content-encoding'] = 'gzip';
    parseJson(request, response, (fault?: unknown) => {
      if (fault === undefined) resolve();
      else reject(toDomainError(fault));
    });
  });
  // On a closed connection the parser reads nothing and reports nothing. Without its body the request would mean something else.
  if (request.body === undefined) throw new MalformedRequestError('The body was cut off');
  assertBounded(request.body);
}

/** The errors of body-parser carry an HTTP status. */
function toDomainError(fault: unknown): Error {
  if (fault instanceof DomainError) return fault;
  const { status, type } = (fault instanceof Error ? fault : {}) as { status?: unknown; type?: unknown };
  if (status === 413) return new BodyTooLargeError(`The body is larger than ${MAX_BODY_BYTES} bytes`);
  if (type === 'encoding.unsupported')
    return new UnsupportedCodingError(`The body can be plain or compressed as ${CODINGS}`, CODINGS);
  if (status === 415) return new UnsupportedBodyError(NOT_UTF8);
  return new MalformedRequestError('The body is not valid JSON');
}
