import {
  applyDecorators,
  createParamDecorator,
  type ExecutionContext,
  Header,
  HttpCode,
  RequestMethod,
} from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants';
import { ApiOperation } from '@nestjs/swagger';
import { takesCurrentWrite } from '../../platform/http/conditional/current-write';
import type { Answer } from '../../platform/http/envelope/answers';
import { ApiErrors } from '../../platform/http/envelope/api-errors';
import { ApiIfMatch } from '../../platform/http/envelope/api-resource';
import type { ErrorName } from '../../platform/http/envelope/error-docs';
import { showsWith } from '../../platform/http/envelope/handler-result';
import type { SecretMembers } from '../../platform/http/idempotency/answer-secrets';
import {
  HonoursIdempotencyKey,
  IgnoresIdempotencyKey,
} from '../../platform/http/idempotency/idempotency-decorators';
import { IgnoresBody, ReadsOwnBody } from '../../platform/http/json-body.guard';
import { type IsLong, takesLong } from '../../platform/http/limits/takes-long';
import { Weighs, type Weight } from '../../platform/http/limits/weight';
import type { Role } from '../users/user.entity';
import { AnyRole, Public, Roles } from './access';
import type { ForBrowsers } from '../../platform/openapi/browser-keys';
import type { Narrowing } from '../../platform/openapi/narrowing';
import { ForPages } from './browser-keys';
import { InScope } from './key-restrictions';
import { readsWithinReach } from './narrowed-input';
import { Hides } from './hiding';
import { Narrowed } from './narrowing';
import { type Books, takesChallenge } from './takes-challenge';
import type { Scope } from '../api-keys/scopes';
import { callerOf, type IdentifiedRequest, viewerOf } from '../../platform/http/identity';

export { CurrentReach } from './current-reach';

const BOOKING: Scope = 'appointments:book';

/** Who may call: requests with or without a key, every caller with a key, or callers with one of some roles. */
type Callers = 'public' | 'any role' | Role | `${Role}|${Role}` | `${Role}|${Role}|${Role}`;

interface Particulars {
  readonly description?: string;
  /** What it may refuse, apart from what follows from its path, query and body. */
  readonly refuses?: readonly ErrorName[];
  /** Whether its service asserts `If-Match`, where that does not follow from the answer. */
  readonly ifMatch?: true;
  /** Whether it reads a body that is not JSON. */
  readonly readsOwnBody?: true;
  /** Of a POST without a body: whether it ignores what is sent. */
  readonly ignoresBody?: true;
  /** What the answer to a POST shows once: it is kept encrypted for an `Idempotency-Key`. */
  readonly secret?: SecretMembers;
  /** As how many requests of the rate limit it counts; left out: one. */
  readonly weighs?: Weight;
  /** Whether a body takes long: of such requests few run at a time, and one of a visitor of a page. Left out: none does. */
  readonly long?: IsLong;
  /** How much a body books, which the challenge of a browser key must cover; left out: one. */
  readonly books?: Books;
  /** The scope that it takes; left out: that of its path, to read or to write. `appointments:book` does beside that. */
  readonly scope?: Scope;
  /** Refuses keys that hide something, although its answer has nothing to hide. */
  readonly hiding?: 'refused';
  /** What it is to a narrowed key; left out: refused. */
  readonly narrowed?: Narrowing;
  /** What it is to a browser key; left out: refused, unless it is public or takes `appointments:book`. */
  readonly browser?: ForBrowsers;
  /** Since when callers should use another operation, as the document calls it, and until when it answers. Dates. */
  readonly retired?: { readonly since: string; readonly until: string; readonly instead: string };
}

type OperationDecorator<Result> = <Method extends (...args: never[]) => Result | Promise<Result>>(
  controller: object,
  name: string | symbol,
  descriptor: TypedPropertyDescriptor<Method>,
) => void;

/** Stands above `@Get`, `@Post` and the like. The handler returns what the answer is made of. A handler without it is never served. */
export function Operation<Result>(
  callers: Callers,
  summary: string,
  answer: Answer<Result>,
  {
    description,
    refuses = [],
    ifMatch,
    readsOwnBody,
    ignoresBody,
    secret,
    weighs,
    long,
    books,
    scope,
    hiding,
    narrowed,
    browser = forBrowsers(callers, scope),
    retired,
  }: Particulars = {},
): OperationDecorator<Result> {
  return applyDecorators(
    showsWith(answer.show, answer.mask, scope === BOOKING),
    answer.documents,
    HttpCode(answer.status),
    ApiErrors(...refuses),
    ...(ifMatch ? [ApiIfMatch()] : []),
    ...(retired === undefined
      ? [ApiOperation({ summary, description })]
      : endsAs(retired, summary, description)),
    ...(readsOwnBody ? [ReadsOwnBody(), ApiErrors('BODY_COMPRESSED')] : []),
    ...(ignoresBody ? [IgnoresBody()] : []),
    ...(weighs === undefined ? [] : [Weighs(weighs)]),
    ...(scope === undefined ? [] : [InScope(scope)]),
    Hides(hiding === 'refused' ? undefined : answer.mask),
    ...(narrowed === undefined ? [] : [Narrowed(narrowed)]),
    ...(browser === undefined ? [] : [ForPages(browser)]),
    accessFor(callers),
    takesChallenge(scope, books),
    runsAPostOnce(secret),
    // Around it: what a key may name is looked up before the transaction of an `Idempotency-Key` begins.
    readsWithinReach(narrowed),
    ...(long === undefined ? [] : [takesLong(long)]),
  );
}

/** A POST that writes honours an `Idempotency-Key`. One that only reads has no use for it. */
function runsAPostOnce(secret: SecretMembers | undefined): MethodDecorator {
  return (controller, name, descriptor) => {
    const method: unknown = Reflect.getMetadata(METHOD_METADATA, descriptor.value as object);
    if (method !== RequestMethod.POST) return;
    const isWrite = takesCurrentWrite(controller, name);
    const rule = isWrite ? HonoursIdempotencyKey(secret) : IgnoresIdempotencyKey();
    rule(controller, name, descriptor);
  };
}

/** Announces the end of an operation in its answers (RFC 9745 and 8594) and in the document. */
function endsAs(
  { since, until, instead }: NonNullable<Particulars['retired']>,
  summary: string,
  description = '',
): MethodDecorator[] {
  const words = `Retired since ${since}, gone after ${until}: use \`${instead}\`.\n\n${description}`.trim();
  return [
    Header('Deprecation', `@${Date.parse(since) / 1_000}`),
    Header('Sunset', new Date(until).toUTCString()),
    ApiOperation({ summary, description: words, deprecated: true }),
  ];
}

function forBrowsers(callers: Callers, scope: Scope | undefined): ForBrowsers | undefined {
  if (callers === 'public') return 'public';
  return scope === BOOKING ? 'visitors' : undefined;
}

function accessFor(callers: Callers): MethodDecorator {
  if (callers === 'public') return Public();
  // The type of a list of roles holds nothing else between its bars.
  return callers === 'any role' ? AnyRole() : Roles(...(callers.split('|') as Role[]));
}

/** Parameter decorator: the caller, or `undefined` on a public endpoint without a key. */
export const CurrentCaller = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  callerOf(context.switchToHttp().getRequest<IdentifiedRequest>()),
);

/** Parameter decorator: the caller, or `undefined` where only what is public is shown: without a key, and with a browser key. */
export const CurrentViewer = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  viewerOf(context.switchToHttp().getRequest<IdentifiedRequest>()),
);
