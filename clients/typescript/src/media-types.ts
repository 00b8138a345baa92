import type { Operation, PathOf } from './calls.js';

type Content<O> = O extends { responses: { 200: { content: infer C } } } ? keyof C : never;

type MediaTypes<P extends PathOf<'get'>> = Readonly<Record<Content<Operation<'get', P>>, true>>;

/** The paths of the OpenAPI document whose answer can be no JSON. */
type FilePath = {
  [P in PathOf<'get'>]: [Exclude<Content<Operation<'get', P>>, 'application/json'>] extends [never]
    ? never
    : P;
}[PathOf<'get'>];

/** All that they answer. The compiler knows which there are. */
const FILES: { readonly [P in FilePath]: MediaTypes<P> } = {
  '/appointments/{id}/calendar.ics': { 'text/calendar': true },
  '/customers/{id}/export': { 'application/json': true, 'application/zip': true },
  '/events/stream': { 'text/event-stream': true },
  '/feeds/{token}.ics': { 'text/calendar': true },
  '/manage/{token}/calendar.ics': { 'text/calendar': true },
  '/reports/utilisation': { 'application/json': true, 'text/csv': true },
};

const JSON_ALONE = { 'application/json': true };
const PATTERNS = Object.entries(FILES).map(
  ([path, types]) => [new RegExp(`${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`), types] as const,
);

export function isJson(response: Response): boolean {
  return mediaTypeOf(response) === 'application/json';
}

/** Whether it has the media type of an answer that is no JSON. */
export function isFile(response: Response): boolean {
  const type = mediaTypeOf(response);
  return !isJson(response) && PATTERNS.some(([, types]) => Object.hasOwn(types, type));
}

/** Whether the answer has a media type that the operation declares: the page of a proxy has none of them. */
export function isDeclared({ url }: Request, response: Response): boolean {
  const { pathname } = new URL(url);
  const types = PATTERNS.find(([pattern]) => pattern.test(pathname))?.[1] ?? JSON_ALONE;
  return Object.hasOwn(types, mediaTypeOf(response));
}

/** Without its parameters; empty when the answer names none. */
export function mediaTypeOf({ headers }: Response): string {
  const [type = ''] = (headers.get('content-type') ?? '').split(';');
  return type.trim().toLowerCase();
}
