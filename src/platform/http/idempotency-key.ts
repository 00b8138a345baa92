import { SetMetadata } from '@nestjs/common';
import type { Request } from 'express';
import { ValidationError } from '../errors/errors';

/** Of a request that is to be done once (decisions, section 10). */
export const IDEMPOTENCY_KEY = 'Idempotency-Key';
/** Of an answer that was given before: `true`. */
export const IDEMPOTENCY_REPLAYED = 'Idempotency-Replayed';

/** Visible ASCII. The draft of the header puts its keys in quotes: they are a part of the key here. */
const SANE_KEY = /^[\x21-\x7e]{1,255}$/;

const IGNORES_KEY = 'ignoresIdempotencyKey';

/** Of a POST that writes nothing: to ask again is as good as to ask once. Every other one honours the key. */
export const IgnoresIdempotencyKey = (): MethodDecorator => SetMetadata(IGNORES_KEY, true);

/** Whether a handler says so of itself. */
export function ignoresIdempotencyKey(handler: object): boolean {
  return Reflect.getMetadata(IGNORES_KEY, handler) === true;
}

/** The key of a request, if it has one. @throws ValidationError of one that is none */
export function idempotencyKeyOf({ headers }: Request): string | undefined {
  const given = headers['idempotency-key'];
  if (given === undefined) return undefined;
  if (typeof given === 'string' && SANE_KEY.test(given)) return given;
  throw new ValidationError({ [IDEMPOTENCY_KEY]: 'must be 1 to 255 visible ASCII characters' });
}
