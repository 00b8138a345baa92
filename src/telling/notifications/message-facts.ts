import type { Status } from '../../booking/appointments/appointment-status';

/** What an appointment was when a message about it was queued: all that the message says. */
export interface MessageFacts {
  readonly customerName: string;
  readonly serviceName: string;
  readonly providerName: string;
  readonly locationName: string | null;
  readonly locationAddress: string | null;
  readonly status: Status;
  /** Epoch ms. */
  readonly start: number;
  readonly end: number;
  /** IANA name: the provider's, or else the business's. */
  readonly timezone: string;
}
