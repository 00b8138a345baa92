import type { Booked, Catalogue, Hold, Service, Slot } from './api';
import { h } from './dom';
import type { Choosing } from './choosing';
import type { Times } from './times';
import type { Words } from './words/words';

/** What is to be booked, or is. */
export interface Summarised {
  readonly service: Service;
  readonly slot: Slot;
  /** Both say where and with whom. */
  readonly taken: Hold | Booked;
}

/** What, when, where and with whom. */
export function summaryOf(
  { service, slot, taken }: Summarised,
  { places, people }: Catalogue,
  words: Words,
  times: Times,
  choosing: Choosing,
): HTMLElement {
  const place = places.find(({ id }) => id === taken.locationId);
  const person = people.find(({ id }) => id === taken.providerId);
  const rows: readonly (readonly [string, readonly (string | null | undefined)[]])[] = [
    [words.summaryService, [service.name]],
    [words.summaryWhen, [times.whole(slot), times.yours(slot)]],
    [words.summaryWhere, [place?.name, place?.address]],
    [words.summaryWho, [person?.name]],
    [words.summaryPrice, [choosing.price(slot.price)]],
  ];
  const known = rows
    .map(([label, lines]) => [label, lines.filter((line) => line !== null && line !== undefined)] as const)
    .filter(([, lines]) => lines.length > 0);
  return h('dl', {}, ...known.map(([label, lines]) => entry(label, lines)));
}

function entry(label: string, lines: readonly (string | null | undefined)[]): HTMLElement {
  return h('div', {}, h('dt', {}, label), ...lines.map((line) => h('dd', {}, line ?? '')));
}
