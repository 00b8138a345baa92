import type { DaySlots, Slot } from '../../engine';

export interface ListedSlot extends Omit<Slot, 'seatsLeft'> {
  readonly providerId: number;
  /** All providers that could take it, in the order of choice; absent when the request names a provider. */
  readonly providerIds?: readonly number[];
  /** In which `date` and `time` are: that of the place, or of `providerId`. */
  readonly timeZone: string;
  /** What a booking of all requested seats costs with `providerId`; null: the service has no price. */
  readonly price: number | null;
  /** Of the session with `providerId`; absent when a session has one seat. */
  readonly seats?: SlotSeats | undefined;
  /** Where it takes place with `providerId`; absent: neither the request nor the hours name a place. */
  readonly locationId?: number | undefined;
}

export interface SlotSeats {
  readonly capacity: number;
  readonly left: number;
}

export interface ListedDay extends Omit<DaySlots, 'slots'> {
  readonly slots: readonly ListedSlot[];
}
