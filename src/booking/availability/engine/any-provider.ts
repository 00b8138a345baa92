import type { Slot } from './slots';

export interface ProviderSlots {
  readonly providerId: number;
  readonly slots: readonly Slot[];
}

/** A slot that several providers could take. `date` and `time` are in the zone of `providerId`, the first of them. */
export interface SharedSlot extends Slot {
  readonly providerId: number;
  /** Ascending. */
  readonly providerIds: readonly number[];
}

/** The slots of several providers for one service, merged by their start, in time order. */
export function slotsOfAny(perProvider: readonly ProviderSlots[]): readonly SharedSlot[] {
  const byStart = new Map<number, SharedSlot & { readonly providerIds: number[] }>();
  for (const { providerId, slots } of perProvider.toSorted((a, b) => a.providerId - b.providerId)) {
    for (const slot of slots) {
      const shared = byStart.get(slot.start);
      if (shared === undefined) byStart.set(slot.start, { ...slot, providerId, providerIds: [providerId] });
      else shared.providerIds.push(providerId);
    }
  }
  return [...byStart.values()].sort((a, b) => a.start - b.start);
}
