import type { DaySlots, Slot } from './engine';

/** A slot with the providers that could take it. */
export interface OfferedSlot extends Slot {
  readonly providerId: number;
  /** All providers that could take it, ascending; absent when one provider was asked for. */
  readonly providerIds?: readonly number[];
  /** The zone of `providerId`, in which `date` and `time` are. */
  readonly timeZone: string;
}

/** A date with its slots. */
export interface OfferedDay extends Omit<DaySlots, 'slots'> {
  readonly slots: readonly OfferedSlot[];
}
