import { parse, type ParsedUrlQuery } from 'node:querystring';

/** Reads all of a query: by itself Node leaves off after a thousand parameters, and what says more is not heard. */
export function readQuery(text: string): ParsedUrlQuery {
  return parse(text, '&', '=', { maxKeys: 0 });
}
