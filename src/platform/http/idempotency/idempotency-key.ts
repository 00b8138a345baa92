import type { Request } from 'express';
import { ValidationError } from '../../errors/errors';

/** Request header: the service performs a POST with this key once (docs/reference/repeated-requests.md). */
export const IDEMPOTENCY_KEY = 'Idempotency-Key';
/** Response header: `true` on an answer that was given before. */
export const IDEMPOTENCY_REPLAYED = 'Idempotency-Replayed';

/** Visible ASCII. The draft RFC of the header puts keys in quotes; here, quotes are part of the key. */
const SANE_KEY = /^[\x21-\x7e]{1,255}$/;

/** The key of a request, if it has one. @throws ValidationError when the header is not a valid key */
export function idempotencyKeyOf({ headers }: Request): string | undefined {
  const given = headers['idempotency-key'];
  if (given === undefined) return undefined;
  if (typeof given === 'string' && SANE_KEY.test(given)) return given;
  throw new ValidationError({ [IDEMPOTENCY_KEY]: 'must be 1 to 255 visible ASCII characters' });
}
