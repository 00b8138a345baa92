import type { Slot } from './engine';

/** A slot with who would take it. */
export interface OfferedSlot extends Slot {
  readonly providerId: number;
  /** Of a slot that several providers could take: all of them, ascending. */
  readonly providerIds?: readonly number[];
  /** The zone of `providerId`: that of `date` and `time`. */
  readonly timeZone: string;
}
