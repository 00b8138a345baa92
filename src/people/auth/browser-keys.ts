import { applyDecorators, type ExecutionContext, SetMetadata, type Type } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { Request } from 'express';
import type { Caller, IdentifiedRequest } from '../../platform/http/identity';
import { classesOf } from '../../platform/http/ignored/handler-classes';
import { ForbiddenError } from '../../platform/errors/errors';
import { aliasesOf } from '../../platform/http/validation/field';
import { membersOf } from '../../platform/http/validation/members';
import { isJsonObject } from '../../platform/values/json-object';
import { BROWSER_EXTENSION, type ForBrowsers } from '../../platform/openapi/browser-keys';
import { isBrowserKey } from '../../platform/restrictions';

const FOR_PAGES = 'for pages';

/** The class of a body or a query. */
interface Input extends Type<object> {
  /** The members that a page may send; none, where it says none. */
  readonly fromPages?: readonly string[];
}

/** Declares that browser keys may call an operation. One that does not say is refused to such keys. */
export const ForPages = (kind: ForBrowsers): MethodDecorator =>
  applyDecorators(SetMetadata(FOR_PAGES, kind), ApiExtension(BROWSER_EXTENSION, kind));

/**
 * Refuses what a page may neither do nor send. It judges the query, and the body once it is read.
 * @throws ForbiddenError
 */
export function assertForPages(request: IdentifiedRequest, context: ExecutionContext): void {
  const kind = Reflect.getMetadata(FOR_PAGES, context.getHandler()) as ForBrowsers | undefined;
  if (kind === undefined) refuseOperation();
  if (kind === 'public') return;
  const { query, body } = classesOf(context);
  assertSent(request.query, query);
  request.judgeBody = () => {
    assertSent(request.body, body);
  };
}

/** Refuses a key that stands in pages. @throws ForbiddenError */
export function assertNoBrowserKey(caller: Caller): void {
  if (isBrowserKey(caller)) refuseOperation();
}

function refuseOperation(): never {
  throw new ForbiddenError('No page may call this operation: it takes a key without origins', {
    browser: 'operation',
  });
}

/** @throws ForbiddenError for a member that the operation knows and a page may not send, under any of its names */
function assertSent(sent: unknown, type: Input | undefined): void {
  if (type === undefined || !isJsonObject(sent)) return;
  const { fromPages = [] } = type;
  for (const [name, { input }] of Object.entries(membersOf(type))) {
    if (input === undefined || fromPages.includes(name)) continue;
    if ([name, ...aliasesOf(name, input.options)].some((each) => Object.hasOwn(sent, each)))
      throw new ForbiddenError(`No page may send ${name}: it takes a key without origins`, { browser: name });
  }
}

/**
 * Browsers name the origin of the page in every request to another origin, and in every request to their own that may write. One that only
 * reads from its own origin says `Sec-Fetch-Site` (Fetch Metadata) instead, and then the `Host` is that of the page.
 * @throws ForbiddenError for pages of other origins, and for pages without one, whose origin is `null`
 */
export function assertOrigin(origins: readonly string[], request: Request): void {
  const { origin } = request.headers;
  const isListed =
    origin === undefined
      ? request.headers['sec-fetch-site'] === 'same-origin' && isHostOf(origins, request.host)
      : origins.includes(origin);
  if (!isListed)
    throw new ForbiddenError('This key does not work in this page: its origin is not one of the key');
}

/** The scheme is not compared: a proxy in front may end TLS. */
function isHostOf(origins: readonly string[], host: string): boolean {
  return origins.some((origin) => new URL(origin).host === host.toLowerCase());
}
