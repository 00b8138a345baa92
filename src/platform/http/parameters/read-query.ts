import { parse, type ParsedUrlQuery } from 'node:querystring';

/** Parses all parameters of a query. By default Node drops those after the first thousand. */
export function readQuery(text: string): ParsedUrlQuery {
  return parse(text, '&', '=', { maxKeys: 0 });
}
