/** A jsonpath of PostgreSQL and the JSON of its variables. */
export type BodyPath = readonly [path: string, variables: string];

/**
 * The SQL condition that a path, as $1 and $2, finds something in the JSON `body`. An answer that repeats its request may contain a NUL
 * or half a surrogate pair, which `jsonb` refuses: the condition reads U+FFFD in their place.
 */
export const BODY_MATCHES = String.raw`
  jsonb_path_exists(regexp_replace(body, '\\u(0000|d[89a-f]..)', '\\ufffd', 'g')::jsonb, $1::jsonpath, $2::jsonb)`;
