import { PROVIDER_KINDS } from '../../message-kinds';

/** What a message says: the kinds of messages, where a confirmation of an unconfirmed appointment is another one, and so are a change that moves nothing and a calendar update. */
export const MESSAGE_NAMES = [
  'confirmation',
  'received',
  'details',
  'reminder',
  'cancellation',
  'reschedule',
  'changed',
  'update',
  'offer',
  ...PROVIDER_KINDS,
] as const;
export type MessageName = (typeof MESSAGE_NAMES)[number];

const MAIL_ALONE: readonly MessageName[] = ['update', ...PROVIDER_KINDS];

/** The messages that are SMS, too: those to customers, but that about what their calendars show. */
export const TEXT_NAMES = MESSAGE_NAMES.filter((name) => !MAIL_ALONE.includes(name));

/** The words of one message. */
export interface Wording {
  /** The beginning of the subject. */
  readonly title: string;
  readonly sentence: string;
}

/**
 * All words of one language. Texts are Mustache templates of variables alone. The address is formal, as in the mail of a clinic: it
 * names neither the sex of the customer nor that of the provider.
 */
export interface Catalog {
  /** With `name`. */
  readonly greeting: string;
  /** A line of its own, above the name of the business. */
  readonly closing: string;
  /** With `title`, `what` and `start`. */
  readonly subject: string;
  /** What is booked, with `service` and `provider`. */
  readonly what: string;
  /** The provider of an appointment of the same service, with `provider`. */
  readonly with: string;
  /** How many appointments more, with `count`; by the plural categories of the language. */
  readonly more: { readonly one: string; readonly other: string };
  /** Stands between a label and its value, before the space. */
  readonly colon: string;
  /** Answers to questions. */
  readonly yes: string;
  readonly no: string;
  /** The words of the link by which customers manage what they have booked, and what they are offered. */
  readonly manage: { readonly booked: string; readonly offered: string };
  readonly labels: Readonly<
    Record<
      'what' | 'customer' | 'with' | 'when' | 'formerly' | 'yourTime' | 'where' | 'until' | 'reason',
      string
    >
  >;
  /** How a date writes the first day of a month, where Intl does not know it. */
  readonly firstOfMonth?: string;
  /** With `date` and `time`. */
  readonly start: string;
  /** With `date`, `from` and `until`. */
  readonly span: string;
  /** Over midnight: with `start` and `end`, which have a date. */
  readonly longSpan: string;
  /** About one appointment, and about several. There is no offer of several. */
  readonly messages: Readonly<
    Record<Exclude<MessageName, 'offer'>, { readonly one: Wording; readonly several: Wording }>
  > & { readonly offer: { readonly one: Wording } };
}
