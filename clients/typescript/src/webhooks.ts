import type { Event } from './events.js';

/** What a webhook sends: an event, or the `webhook.test` of POST `/webhooks/{id}/test`. */
export interface WebhookEvent extends Omit<Event, 'type'> {
  readonly type: Event['type'] | 'webhook.test';
  /** Of two events of one resource, the higher one is newer. */
  readonly sequence: number;
}

/** The request was not signed with this secret, or is not of now. */
export class SignatureError extends Error {
  override readonly name = 'SignatureError';
}

/** Of a `Request`, or of Node's `IncomingMessage`. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface Verification {
  /** The bytes of the request's body, as they came. */
  readonly body: string | Uint8Array;
  readonly headers: WebhookHeaders;
  /** `whsec_…`; while a secret is being replaced, both. */
  readonly secret: string | readonly string[];
  /** How far the clocks of sender and receiver may differ, in seconds. Default: 300. */
  readonly toleranceSec?: number | undefined;
}

/**
 * The event of a webhook's request, once its signature has been verified (https://www.standardwebhooks.com). A delivery can come
 * twice: skip a `webhook-id` that you have seen.
 * @throws SignatureError
 */
export async function verifyWebhook(verification: Verification): Promise<WebhookEvent> {
  const { body, headers, secret, toleranceSec = 300 } = verification;
  const id = header(headers, 'webhook-id');
  const timestamp = header(headers, 'webhook-timestamp');
  if (!/^\d+$/.test(timestamp) || Math.abs(Date.now() / 1_000 - Number(timestamp)) > toleranceSec) {
    throw new SignatureError('The webhook-timestamp is not of now');
  }
  const content = bytesOf(body);
  const signed = new Uint8Array([...bytesOf(`${id}.${timestamp}.`), ...content]);
  const signatures = header(headers, 'webhook-signature').split(' ').flatMap(signatureOf);
  for (const each of typeof secret === 'string' ? [secret] : secret) {
    const key = await keyOf(each);
    for (const signature of signatures) {
      // Web Crypto compares in constant time.
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) {
        return JSON.parse(new TextDecoder().decode(content)) as WebhookEvent;
      }
    }
  }
  throw new SignatureError('No webhook-signature is of this secret');
}

function header(headers: WebhookHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value !== 'string') throw new SignatureError(`There is no ${name}`);
  return value;
}

/** Signatures of other schemes than `v1` are left out, and so is what is no Base64. */
function signatureOf(text: string): Uint8Array<ArrayBuffer>[] {
  try {
    return text.startsWith('v1,') ? [fromBase64(text.slice(3))] : [];
  } catch {
    return [];
  }
}

function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = fromBase64(secret.replace(/^whsec_/, ''));
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function bytesOf(text: string | Uint8Array): Uint8Array {
  return typeof text === 'string' ? new TextEncoder().encode(text) : text;
}

function fromBase64(encoded: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
}
