import { createHash, createHmac } from 'node:crypto';
import type { Request } from 'express';
import { AnswerSecrets, type SecretMembers } from './answer-secrets';
import { idempotencyKeyOf } from './idempotency-key';
import type { NotedRequest } from '../ignored/ignored-names';
import { prefersStrict, STRICT } from '../ignored/preferences';
import { callerOf, type IdentifiedRequest, visitorOf } from '../identity';
import { isJsonObject } from '../../values/json-object';

/** A request with an Idempotency-Key. */
export interface KeyedRequest {
  /** The API key; after a rotation the first of those that took each other's place. */
  readonly apiKeyId: number;
  /** The API key of the request itself, where that is another one; of a token a negative number that follows from its text. */
  readonly writtenBy: number | null;
  /** With a browser key, which all visitors of a page have, a digest of the visitor, too. */
  readonly key: string;
  /** Equal for equal requests with one API key. */
  readonly fingerprint: Buffer;
  /** Equal for equal requests with any of the API keys that took each other's place, with any password in their body. */
  readonly sharedFingerprint: Buffer;
  /** Undefined: the answer shows nothing that is shown once. */
  readonly secrets?: AnswerSecrets;
}

/** A hash, or an HMAC. */
interface Digest {
  update(data: string | Buffer): unknown;
  digest(): Buffer;
}

/** A request with the file that an upload was read into. */
type ReadRequest = NotedRequest & IdentifiedRequest & { readonly file?: { readonly buffer: Buffer } };

/** A request whose body has been read, as a keyed one; `undefined` without a key or a caller. @throws ValidationError */
export function keyedRequestOf(request: ReadRequest, secret?: SecretMembers): KeyedRequest | undefined {
  const key = idempotencyKeyOf(request);
  const caller = callerOf(request);
  if (key === undefined || caller === undefined) return undefined;
  const { apiKeyId = tokenNumberOf(request), originId, token, roles, restrictions } = caller;
  // Keys that took each other's place may do the same. Another token of the user may do less, and would be told what this one is told.
  const rights = token === undefined ? '' : JSON.stringify([roles, restrictions]);
  const keyed = {
    apiKeyId: originId,
    writtenBy: apiKeyId === originId ? null : apiKeyId,
    key: keyOfVisitor(key, visitorOf(request)),
    fingerprint: fingerprintOf(request, createHmac('sha256', credentialOf(request)), request.body),
    sharedFingerprint: fingerprintOf(
      request,
      createHash('sha256').update(rights),
      withoutPassword(request.body),
    ),
  };
  if (secret === undefined) return keyed;
  // What belongs to the whole business has no id in its path: its table has one row.
  const { id = '1' } = request.params as { readonly id?: string };
  return { ...keyed, secrets: new AnswerSecrets(secret, credentialOf(request), key, id) };
}

/**
 * A digest of the path and of the body as it was read. White space does not count, the order of members does; of an upload
 * the content of the file counts, not its name. A preference counts where it refuses the request. The key of the HMAC is the caller's API
 * key, of which the database has only a hash: a stolen database does not help to guess a password that a body held.
 */
function fingerprintOf(request: ReadRequest, hash: Digest, body: unknown): Buffer {
  const { path, file } = request;
  hash.update(`${path}\n${JSON.stringify(body ?? null)}\n`);
  if (file !== undefined) hash.update(file.buffer);
  if (request.ignored !== undefined && prefersStrict(request.headers)) hash.update(STRICT);
  return hash.digest();
}

/** Tokens of one user follow each other within an hour. They repeat each other's requests as keys do that took each other's place. */
function tokenNumberOf(request: Request): number {
  return -1 - (createHash('sha256').update(credentialOf(request)).digest().readUInt32BE() >>> 1);
}

/** Another visitor of a page may send the same Idempotency-Key for another request, or to see the answer. */
function keyOfVisitor(key: string, visitor: string | undefined): string {
  if (visitor === undefined) return key;
  return `visitor ${createHash('sha256').update(`${visitor} ${key}`).digest('base64url')}`;
}

function withoutPassword(body: unknown): unknown {
  if (!isJsonObject(body) || body['password'] === undefined) return body;
  return { ...body, password: undefined };
}

/** The API key without its scheme, whose case and spaces may differ between two equal requests. */
function credentialOf({ headers: { authorization = '' } }: Request): string {
  return authorization.trim().split(' ').at(-1) ?? '';
}
