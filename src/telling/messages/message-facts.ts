import type { Status } from '../../booking/appointments/appointment-status';

/** The appointment as it was when a message about it was queued. The message says nothing else. */
export interface MessageFacts {
  readonly customerName: string;
  /** The person who comes, where the booking names another one than the customer. Missing in messages of older releases. */
  readonly attendeeName?: string | null;
  readonly serviceName: string;
  readonly providerName: string;
  readonly locationName: string | null;
  readonly locationAddress: string | null;
  readonly status: Status;
  /** Epoch ms. */
  readonly start: number;
  readonly end: number;
  /** IANA name: the zone of the provider, or of the business when the provider has none. */
  readonly timezone: string;
}
