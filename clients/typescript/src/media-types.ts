import type { Operation, PathOf } from './calls.js';

type Content<O> = O extends { responses: { 200: { content: infer C } } } ? keyof C : never;

/** The media types of all answers in the OpenAPI document. */
type MediaType = { [P in PathOf<'get'>]: Content<Operation<'get', P>> }[PathOf<'get'>];

/** Those of answers that are no JSON. The compiler knows which there are. */
const TEXTS: Readonly<Record<Exclude<MediaType, 'application/json'>, true>> = {
  'application/zip': true,
  'text/calendar': true,
  'text/csv': true,
  'text/event-stream': true,
};

export function isJson(response: Response): boolean {
  return mediaTypeOf(response) === 'application/json';
}

export function isText(response: Response): boolean {
  return Object.hasOwn(TEXTS, mediaTypeOf(response));
}

/** Without its parameters; empty when the answer names none. */
export function mediaTypeOf({ headers }: Response): string {
  const [type = ''] = (headers.get('content-type') ?? '').split(';');
  return type.trim().toLowerCase();
}
