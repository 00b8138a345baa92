import { createHmac } from 'node:crypto';
import type { Request } from 'express';
import { AnswerSecrets, type SecretMembers } from './answer-secrets';
import { idempotencyKeyOf } from './idempotency-key';
import type { NotedRequest } from '../ignored/ignored-names';
import { prefersStrict, STRICT } from '../ignored/preferences';
import { callerOf, type IdentifiedRequest } from '../identity';

/** A request with an Idempotency-Key. */
export interface KeyedRequest {
  readonly apiKeyId: number;
  readonly key: string;
  /** Equal for equal requests. */
  readonly fingerprint: Buffer;
  /** Undefined: the answer shows nothing that is shown once. */
  readonly secrets?: AnswerSecrets;
}

/** A request with the file that an upload was read into. */
type ReadRequest = NotedRequest & IdentifiedRequest & { readonly file?: { readonly buffer: Buffer } };

/** A request whose body has been read, as a keyed one; `undefined` without a key or a caller. @throws ValidationError */
export function keyedRequestOf(request: ReadRequest, secret?: SecretMembers): KeyedRequest | undefined {
  const key = idempotencyKeyOf(request);
  const caller = callerOf(request);
  if (key === undefined || caller === undefined) return undefined;
  const keyed = { apiKeyId: caller.apiKeyId, key, fingerprint: fingerprintOf(request) };
  if (secret === undefined) return keyed;
  const { id } = request.params as { readonly id?: string };
  return { ...keyed, secrets: new AnswerSecrets(secret, credentialOf(request), key, id) };
}

/**
 * HMAC-SHA256 of the path and of the body as it was read. White space does not count, the order of members does; of an upload
 * the content of the file counts, not its name. A preference counts where it refuses the request. The HMAC key is the caller's API key, of which the database has only a hash:
 * a stolen database does not help to guess a password that a body held.
 */
function fingerprintOf(request: ReadRequest): Buffer {
  const { path, file } = request;
  const body: unknown = request.body;
  const hmac = createHmac('sha256', credentialOf(request)).update(
    `${path}\n${JSON.stringify(body ?? null)}\n`,
  );
  if (file !== undefined) hmac.update(file.buffer);
  if (request.ignored !== undefined && prefersStrict(request.headers)) hmac.update(STRICT);
  return hmac.digest();
}

/** The API key without its scheme, whose case and spaces may differ between two equal requests. */
function credentialOf({ headers: { authorization = '' } }: Request): string {
  return authorization.trim().split(' ').at(-1) ?? '';
}
