import { type KeyParts, mintParts } from '../../../people/api-keys/key';

const TOKEN = /^([0-9A-Za-z]{12})([0-9A-Za-z]{43})$/;

/** A new token of a link, with the two parts that an API key has: one finds the row, 256 random bits prove the right to read it. */
export function mintToken(): KeyParts {
  return mintParts();
}

/** The token as it stands in the link. */
export function formatToken({ keyId, secret }: KeyParts): string {
  return `${keyId}${secret}`;
}

export function parseToken(text: string): KeyParts | undefined {
  const [, keyId, secret] = TOKEN.exec(text) ?? [];
  return keyId === undefined || secret === undefined ? undefined : { keyId, secret };
}
