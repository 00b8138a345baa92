import { byChoice, type Choice } from './choice';
import type { Slot } from './slots';
import { type Reason, REASONS } from './verdict';

export interface ProviderSlots {
  readonly providerId: number;
  /** In time order. */
  readonly slots: readonly Slot[];
  /** The booked minutes of a date on the provider's calendar. */
  readonly minutesOn: (date: string) => number;
}

/** A slot that several providers could take. Its times are those of `providerId`, the first of them. */
export interface SharedSlot extends Slot {
  readonly providerId: number;
  /** In the order of choice: the fewest booked minutes on the date, then the lowest id. */
  readonly providerIds: readonly number[];
}

/** @param minutesOf the booked minutes of a provider on the date */
export function inOrderOfChoice<Provider extends { readonly providerId: number }>(
  providers: readonly Provider[],
  minutesOf: (provider: Provider) => number,
): readonly Provider[] {
  return providers
    .map((provider) => ({ provider, providerId: provider.providerId, minutes: minutesOf(provider) }))
    .sort(byChoice)
    .map(({ provider }) => provider);
}

/** The reason of the provider who passes the most rules; undefined without any provider. */
export function furthestReason(reasons: readonly Reason[]): Reason | undefined {
  return REASONS[Math.max(...reasons.map((reason) => REASONS.indexOf(reason)))];
}

/** The slots of several providers for one service, merged by their start, in time order. */
export function slotsOfAny(perProvider: readonly ProviderSlots[]): readonly SharedSlot[] {
  const byStart = new Map<number, (Choice & { readonly slot: Slot })[]>();
  for (const { providerId, slots, minutesOn } of perProvider) {
    let [date, minutes] = ['', 0];
    for (const slot of slots) {
      if (slot.date !== date) [date, minutes] = [slot.date, minutesOn(slot.date)];
      const choice = { providerId, minutes, slot };
      const others = byStart.get(slot.start);
      if (others === undefined) byStart.set(slot.start, [choice]);
      else others.push(choice);
    }
  }
  return [...byStart.values()].map(shared).sort((a, b) => a.start - b.start);
}

function shared(choices: (Choice & { readonly slot: Slot })[]): SharedSlot {
  const providerIds = choices.sort(byChoice).map(({ providerId }) => providerId);
  const [first] = choices;
  if (first === undefined) throw new Error('the start has no provider');
  const { start, end, date, time, seatsLeft, locationId } = first.slot;
  return { start, end, date, time, seatsLeft, locationId, providerId: first.providerId, providerIds };
}
