import type { Booked, Catalogue, Hold, Service, Slot } from './api';
import { h } from './dom';
import type { Choosing } from './choosing';
import type { Times } from './times';
import { fill, type Words } from './words/words';

const MINUTE_MS = 60_000;

/** What is to be booked, or is. */
export interface Summarised {
  readonly service: Service;
  readonly slot: Slot;
  /** Both say where and with whom. */
  readonly taken: Hold | Booked;
}

/** What, when, where, with whom, for how much and on which conditions. */
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
    [words.summaryWhen, [times.whole(slot), times.zone(taken.timezone), times.yours(slot)]],
    [words.summaryWhere, [place?.name, place?.address]],
    [words.summaryWho, [person?.name]],
    [words.summaryPrice, [choosing.price(slot.price)]],
    [words.summaryPolicy, policyOf(service, taken, words, times)],
  ];
  const known = rows
    .map(([label, lines]) => [label, lines.filter((line) => line !== null && line !== undefined)] as const)
    .filter(([, lines]) => lines.length > 0);
  return h('dl', {}, ...known.map(([label, lines]) => entry(label, lines)));
}

/** What the business says, and until when a link of the mail cancels and moves; the start, where the service says nothing. */
function policyOf(
  { policyText, cancelUntilMin, moveUntilMin }: Service,
  { start, timezone }: Hold | Booked,
  words: Words,
  times: Times,
): readonly (string | null)[] {
  const line = (minutes: number | null, until: string, never: string) => {
    if (minutes === null) return null;
    const last = Date.parse(start) - minutes * MINUTE_MS;
    return last < Date.now() ? never : fill(until, { time: times.moment(last, timezone) });
  };
  return [
    policyText,
    line(cancelUntilMin, words.cancelUntil, words.noCancel),
    line(moveUntilMin, words.moveUntil, words.noMove),
  ];
}

function entry(label: string, lines: readonly (string | null | undefined)[]): HTMLElement {
  return h('div', {}, h('dt', {}, label), ...lines.map((line) => h('dd', {}, line ?? '')));
}
