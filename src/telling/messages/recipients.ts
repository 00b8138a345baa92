import type { Channel } from './message-kinds';

/** The number of the customer `c` as gateways take it (E.164): without separators and the zero that is not dialled from abroad. */
const PHONE = String.raw`regexp_replace(regexp_replace(c.phone, '\(0\)|[\s()./-]', '', 'g'), '^00', '+')`;

/**
 * SQL: where a message on a channel goes, and whether the customer `c` gets it. There are no addresses below `.invalid` (RFC 6761); those
 * of the demo are such. A number without the code of its country is not usable.
 */
export const RECIPIENTS: Readonly<
  Record<Channel, { readonly recipient: string; readonly isUsable: string }>
> = {
  email: { recipient: 'c.email', isUsable: `c.email is not null and lower(c.email) not like '%.invalid'` },
  sms: { recipient: PHONE, isUsable: String.raw`${PHONE} ~ '^\+[1-9][0-9]{6,14}$'` },
};
