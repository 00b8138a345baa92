import { isUtf8 } from 'node:buffer';
import { parse, type ParsedUrlQuery } from 'node:querystring';
import type { ExecutionContext } from '@nestjs/common';
import { MalformedRequestError } from '../../errors/errors';
import { classesOf } from '../ignored/handler-classes';

/** An escape of a byte that is no ASCII, which every text without such bytes lacks. */
const HIGH_ESCAPE = /%[89a-f]/i;
const ESCAPES = /(?:%[0-9a-f]{2})+/gi;

/** Parses all parameters of a query. By default Node drops those after the first thousand. */
export function readQuery(text: string): ParsedUrlQuery {
  return parse(text, '&', '=', { maxKeys: 0 });
}

/** Refuses a query with bytes that are not UTF-8, which are all the same character once it is parsed. @throws MalformedRequestError */
export function assertUtf8Query({ url }: { readonly url: string }, context: ExecutionContext): void {
  const start = url.indexOf('?');
  if (start === -1 || hasUtf8Escapes(url.slice(start)) || classesOf(context).query === undefined) return;
  throw new MalformedRequestError('The query has bytes that are not UTF-8');
}

/** Whether the percent escapes of a query are UTF-8 (RFC 3986, section 2.5). A `%` without two digits is no escape. */
function hasUtf8Escapes(query: string): boolean {
  if (!HIGH_ESCAPE.test(query)) return true;
  const runs = query.match(ESCAPES) ?? [];
  return runs.every((run) => isUtf8(Buffer.from(run.replaceAll('%', ''), 'hex')));
}
