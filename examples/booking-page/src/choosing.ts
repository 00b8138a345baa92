import type { Day, Person, Place, Service, Slot } from './api';
import { button, type Child, choices, h } from './dom';
import type { Settings } from './settings';
import type { Times } from './times';
import { fill } from './words/words';

/** The content of the screens on which the visitor chooses. */
export class Choosing {
  constructor(
    private readonly settings: Settings,
    private readonly times: Times,
  ) {}

  services(services: readonly Service[], choose: (service: Service) => void): Child[] {
    if (services.length === 0) return [h('p', {}, this.words.noServices)];
    const rows = services.map((service) => {
      const length = fill(this.words.minutes, { count: service.durationMin });
      const facts = [length, this.price(service.price)].filter((fact) => fact !== undefined).join(' · ');
      return row(
        () => {
          choose(service);
        },
        service.name,
        facts,
        service.description,
      );
    });
    return [choices('rows', rows)];
  }

  places(places: readonly Place[], choose: (place: Place) => void): Child[] {
    const rows = places.map((place) =>
      row(
        () => {
          choose(place);
        },
        place.name,
        place.address,
      ),
    );
    return [choices('rows', rows)];
  }

  /** @param choose gets undefined for anyone */
  people(people: readonly Person[], choose: (person: Person | undefined) => void): Child[] {
    const anyone = row(
      () => {
        choose(undefined);
      },
      this.words.anyone,
      this.words.anyoneHint,
    );
    const rows = people.map((person) =>
      row(() => {
        choose(person);
      }, person.name),
    );
    return [choices('rows', [anyone, ...rows])];
  }

  /** Only days with a free time can be chosen, and only they are shown. */
  days(days: readonly Day[], choose: (day: Day) => void): Child[] {
    if (days.length === 0) return [h('p', {}, this.words.noDays)];
    const months = [...new Set(days.map(({ date }) => monthOf(date)))];
    return months.map((month) => {
      const buttons = days.filter(({ date }) => monthOf(date) === month).map((day) => this.day(day, choose));
      return h('section', {}, h('h3', {}, this.times.month(`${month}-01`)), choices('days', buttons));
    });
  }

  /** @param zoneOf the zone of a time, which each time names where there are several */
  slots(slots: readonly Slot[], zoneOf: (slot: Slot) => string, choose: (slot: Slot) => void): Child[] {
    const zones = [...new Set(slots.map((slot) => this.times.zone(zoneOf(slot))))];
    const isMixed = zones.length > 1;
    const buttons = slots.map((slot) =>
      this.slot(slot, this.times.time(slot), choose, isMixed ? this.times.zone(zoneOf(slot)) : undefined),
    );
    const clock = fill(this.words.placeClock, { zone: zones.join(', ') });
    return [choices('times', buttons), h('p', { class: 'soft' }, clock)];
  }

  /** Times of several days. */
  alternatives(slots: readonly Slot[], choose: (slot: Slot) => void): HTMLElement {
    if (slots.length === 0) return h('p', {}, this.words.noneLeft);
    return choices(
      'rows',
      slots.map((slot) => this.slot(slot, this.times.whole(slot), choose)),
    );
  }

  price(price: number | null): string | undefined {
    const { currency, language } = this.settings;
    if (price === null || currency === undefined) return undefined;
    return new Intl.NumberFormat(language.tag, { style: 'currency', currency }).format(price);
  }

  private get words() {
    return this.settings.language.words;
  }

  /** Screen readers say the month and how much is free, too. */
  private day(day: Day, choose: (day: Day) => void): HTMLElement {
    const { date, slots } = day;
    const rest = fill(this.words.timesOnDay, { month: this.times.monthName(date), count: slots.length });
    return button(
      'day',
      () => {
        choose(day);
      },
      ...[h('small', {}, `${this.times.weekday(date)} `), this.times.dayOfMonth(date)],
      h('span', { class: 'unseen' }, ` ${rest}`),
    );
  }

  private slot(slot: Slot, text: string, choose: (slot: Slot) => void, zone?: string): HTMLElement {
    const left =
      slot.seatsLeft === undefined ? undefined : fill(this.words.seatsLeft, { count: slot.seatsLeft });
    return row(
      () => {
        choose(slot);
      },
      text,
      zone,
      this.times.yours(slot),
      left,
    );
  }
}

function monthOf(date: string): string {
  return date.slice(0, 'YYYY-MM'.length);
}

/** A choice with what it is called, and what else there is to know of it. */
function row(
  onclick: () => void,
  name: string,
  ...facts: readonly (string | null | undefined)[]
): HTMLElement {
  const known = facts.filter((fact) => fact !== undefined && fact !== null && fact !== '');
  return button('choice', onclick, h('span', {}, name), ...known.map((fact) => h('small', {}, fact ?? '')));
}
