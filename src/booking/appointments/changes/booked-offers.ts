import type { EntityManager } from 'typeorm';

export interface BookedOffer {
  readonly id: number;
  readonly customerId: number;
}

/** Is called when a hold that was an offer is booked. `booking/waitlist` implements it, because that feature imports this one. */
export abstract class BookedOffers {
  /** Records the appointment that an offer became. @param entryId the entry that was offered the time */
  abstract record(tx: EntityManager, entryId: number, appointment: BookedOffer): Promise<void>;
}
