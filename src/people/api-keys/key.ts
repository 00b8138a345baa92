import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** The parts of `xsk_<key_id>_<secret>` (docs/reference/access.md). */
export interface KeyParts {
  readonly keyId: string;
  /** Of keys that were made before there were checksums: without one. */
  readonly secret: string;
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const KEY_ID_LENGTH = 12;
/** Begins the id of what stands for all tokens of a user: no key has a hyphen. */
export const OF_TOKENS = 'tokens-';
/** 43 characters out of 62 are 256 random bits. A plain SHA-256 is therefore enough, and keeps requests fast. */
const SECRET_LENGTH = 43;
/** 62 ** 6 is more than 2 ** 32. */
const CHECKSUM_LENGTH = 6;

const KEY = new RegExp(
  `^(xsk_([0-9A-Za-z]{${KEY_ID_LENGTH}})_([0-9A-Za-z]{${SECRET_LENGTH}}))([0-9A-Za-z]{${CHECKSUM_LENGTH}})?$`,
);

export function mintKey(): KeyParts {
  const { keyId, secret } = mintParts();
  return { keyId, secret: secret + checksumOf(formatKey({ keyId, secret })) };
}

/** An id that finds a row, and a secret that proves the right to it, without a checksum. */
export function mintParts(): KeyParts {
  return { keyId: randomText(KEY_ID_LENGTH), secret: randomText(SECRET_LENGTH) };
}

/** The whole key, as its user sends it. */
export function formatKey({ keyId, secret }: KeyParts): string {
  return `xsk_${keyId}_${secret}`;
}

/** @returns undefined for what cannot be a key: it has another form, or its checksum is wrong */
export function parseKey(text: string): KeyParts | undefined {
  const [, summed = '', keyId = '', random = '', checksum = ''] = KEY.exec(text) ?? [];
  if (keyId === '' || (checksum !== '' && checksum !== checksumOf(summed))) return undefined;
  return { keyId, secret: random + checksum };
}

/** The CRC-32 of a text as six digits to the base 62, as in the tokens of GitHub. It shows no more than a typing error. */
function checksumOf(text: string): string {
  let digits = '';
  for (let rest = crc32(text); digits.length < CHECKSUM_LENGTH; rest = Math.floor(rest / ALPHABET.length))
    digits = (ALPHABET[rest % ALPHABET.length] ?? '') + digits;
  return digits;
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
