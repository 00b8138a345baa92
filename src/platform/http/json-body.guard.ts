import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { json, type Request, type Response } from 'express';
import { BodyTooLargeError, MalformedRequestError, UnsupportedBodyError } from '../errors/errors';

/** The most bytes that a JSON body may have (decisions, section 8). */
const MAX_BODY_BYTES = 1_048_576;
/** Deeper nesting than any body of the interface has; keeps hostile input away from recursive code. */
const MAX_DEPTH = 32;
/** More values than any body of the interface has; keeps it away from code that looks at each of them for long. */
const MAX_VALUES = 20_000;

const BODY_METHODS = new Set(['POST', 'PUT', 'PATCH']);

const READS_OWN_BODY = 'readsOwnBody';

/** Of a handler whose body is no JSON, and that reads it by itself. */
export const ReadsOwnBody = (): MethodDecorator => SetMetadata(READS_OWN_BODY, true);

const parseJson = json({ limit: MAX_BODY_BYTES, strict: false });

/**
 * Reads the JSON body: the last of the global guards, so that who may not call is told so before a byte of the body is
 * read (decisions, section 1, "order of checks"). A guard rather than an interceptor, which would cost each request without
 * a body as much as one with it.
 */
@Injectable()
export class JsonBodyGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): true | Promise<true> {
    const request = context.switchToHttp().getRequest<Request>();
    if (!BODY_METHODS.has(request.method) || !hasBody(request)) return true;
    if (this.reflector.get<boolean | undefined>(READS_OWN_BODY, context.getHandler())) return true;
    return readBody(request, context.switchToHttp().getResponse<Response>());
  }
}

function hasBody(request: Request): boolean {
  const length = request.headers['content-length'];
  return request.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

async function readBody(request: Request, response: Response): Promise<true> {
  if (!request.is('application/json')) {
    throw new UnsupportedBodyError('The body must be JSON, sent as Content-Type: application/json');
  }
  await new Promise<void>((resolve, reject) => {
    parseJson(request, response, (fault?: unknown) => {
      if (fault === undefined) resolve();
      else reject(toDomainError(fault));
    });
  });
  // Of a connection that is closed by now, the parser reads nothing, and says nothing: a request without its body is another one.
  if (request.body === undefined) throw new MalformedRequestError('The body was cut off');
  for (const container of containersIn(request.body)) dropMistakable(container);
  return true;
}

/** The errors of body-parser carry the status that HTTP has for them. */
function toDomainError(fault: unknown): Error {
  const status = fault instanceof Error && 'status' in fault ? fault.status : undefined;
  if (status === 413) return new BodyTooLargeError(`The body is larger than ${MAX_BODY_BYTES} bytes`);
  if (status === 415)
    return new UnsupportedBodyError('The body must be UTF-8 JSON, plain or compressed with gzip');
  return new MalformedRequestError('The body is not valid JSON');
}

/** The objects and lists of a body, itself among them. @throws MalformedRequestError when it is no body of ours by its size */
function* containersIn(body: unknown): Generator<object> {
  let level: unknown[] = [body];
  for (let depth = 0, count = 1; level.length > 0; depth++, count += level.length) {
    if (depth > MAX_DEPTH) throw new MalformedRequestError('The body is nested too deeply');
    if (count > MAX_VALUES) throw new MalformedRequestError('The body has too many members');
    const containers = level.filter((item) => typeof item === 'object' && item !== null);
    yield* containers;
    level = containers.flatMap((item) => Object.values(item) as unknown[]);
  }
}

/** Of an object that has a member `constructor`, class-transformer takes that for its class. No body of ours has one. */
function dropMistakable(container: object): void {
  if (Object.hasOwn(container, 'constructor')) Reflect.deleteProperty(container, 'constructor');
}
