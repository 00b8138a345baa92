import { createHash, randomInt, timingSafeEqual } from 'node:crypto';

/** The parts of `xsk_<key_id>_<secret>` (docs/reference/access.md). */
export interface KeyParts {
  readonly keyId: string;
  readonly secret: string;
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const KEY_ID_LENGTH = 12;
/** 43 characters out of 62 are 256 random bits. A plain SHA-256 is therefore enough, and keeps requests fast. */
const SECRET_LENGTH = 43;

const KEY = new RegExp(`^xsk_([0-9A-Za-z]{${KEY_ID_LENGTH}})_([0-9A-Za-z]{${SECRET_LENGTH}})$`);

export function mintKey(): KeyParts {
  return { keyId: randomText(KEY_ID_LENGTH), secret: randomText(SECRET_LENGTH) };
}

/** The whole key, as its user sends it. */
export function formatKey({ keyId, secret }: KeyParts): string {
  return `xsk_${keyId}_${secret}`;
}

export function parseKey(text: string): KeyParts | undefined {
  const match = KEY.exec(text);
  return match === null ? undefined : { keyId: match[1] ?? '', secret: match[2] ?? '' };
}

/** The SHA-256 of a secret, which the table stores: 32 bytes. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Compares in constant time. */
export function isSameHash(left: Buffer, right: Buffer): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}

function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}
