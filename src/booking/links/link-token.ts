import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Link } from '../../platform/http/envelope/links';

/** What links are about. A token holds the index. */
export const LINK_KINDS = ['appointment', 'series', 'visit', 'waitlist'] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

/** A link of one of the kinds. */
export type KnownLink = Link & { readonly kind: LinkKind };

/** One byte of the kind, four of the id and sixteen of the HMAC: 28 characters of base64url, which has then one spelling for each token. */
const HEAD_BYTES = 5;
const MAC_BYTES = 16;
const TOKEN_LENGTH = 28;
/** Programs that find links in a text take what follows for a part of it: full stops, closing brackets, quotation marks. */
const LAST_PART = /^([\w-]+)[>`\p{Po}\p{Pe}\p{Pf}\p{Pi}]*$/u;

/** A token as it was sent, before its signature is compared. */
export interface SentToken {
  readonly kind: LinkKind;
  readonly id: number;
  readonly mac: Buffer;
}

/** The secret part of a link. Counter and customer stand in the signature alone: a page does not learn whether it knows a customer. */
export function formatToken(key: Buffer, link: KnownLink): string {
  return Buffer.concat([headOf(link), macOf(key, link)]).toString('base64url');
}

/** The secret at the end of a link, without what stands behind the link in a text; undefined: there is none. */
export function secretIn(text: string): string | undefined {
  return LAST_PART.exec(text)?.[1];
}

/** @returns undefined for a text that is no token */
export function readToken(text: string): SentToken | undefined {
  const token = secretIn(text);
  if (token?.length !== TOKEN_LENGTH) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  const kind = LINK_KINDS[bytes.readUInt8(0)];
  const id = bytes.readInt32BE(1);
  return kind === undefined || id < 1 ? undefined : { kind, id, mac: bytes.subarray(HEAD_BYTES) };
}

/** Whether a token was made for a link, compared in constant time. */
export function isTokenOf(key: Buffer, { mac }: SentToken, link: KnownLink): boolean {
  return timingSafeEqual(mac, macOf(key, link));
}

function headOf({ kind, id }: KnownLink): Buffer {
  const head = Buffer.allocUnsafe(HEAD_BYTES);
  head.writeUInt8(LINK_KINDS.indexOf(kind), 0);
  head.writeInt32BE(id, 1);
  return head;
}

function macOf(key: Buffer, { kind, id, linkCounter, holderId }: KnownLink): Buffer {
  const mac = createHmac('sha256', key).update(`${kind} ${id} ${linkCounter} ${holderId}`).digest();
  return mac.subarray(0, MAC_BYTES);
}
