/** `email` is sent by the service, `sms` becomes an event `message.due` that webhooks receive. */
export const CHANNELS = ['email', 'sms'] as const;
export type Channel = (typeof CHANNELS)[number];

/** What a message about an appointment is about. The API and the table call it `event`. */
export const MESSAGE_KINDS = ['confirmation', 'reminder', 'cancellation', 'reschedule'] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** What a message to a provider about an appointment is about. */
export const PROVIDER_KINDS = ['provider-booked', 'provider-moved', 'provider-cancelled'] as const;
export type ProviderKind = (typeof PROVIDER_KINDS)[number];

/** The event of a message about an entry of the waitlist: a time is offered. */
export const OFFER = 'offer';

/** `queued` waits for its first or next attempt. `failed` is final. */
export const MESSAGE_STATUSES = ['queued', 'sent', 'failed'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];
