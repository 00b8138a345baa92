import {
  type Booked,
  BookingApi,
  type Catalogue,
  type Hold,
  type Person,
  type Place,
  type Service,
  type Slot,
  type Wanted,
} from './api';
import { Calendar } from './calendar';
import { Choosing } from './choosing';
import { button, type Child, h } from './dom';
import { HeldTime } from './held-time';
import { problemText, type Refused, refusedBy } from './problems';
import type { Settings } from './settings';
import { summaryOf } from './summary';
import { Times } from './times';
import { View } from './view';
import { Visit } from './visit';
import { fill, type Words } from './words/words';

type Step = () => void;

/** Leads the visitor from the service to the booking. A step with nothing to choose is left out. */
export class Flow {
  private readonly api: BookingApi;
  private readonly held: HeldTime;
  private readonly view: View;
  private readonly times: Times;
  private readonly choosing: Choosing;
  private catalogue: Catalogue = { services: [], places: [], people: [] };
  /** The screens up to the present one. */
  private readonly trail: Step[] = [];
  /** How many screens there are up to that of the days. */
  private dayDepth = 0;
  private isBusy = false;

  constructor(
    private readonly settings: Settings,
    host: HTMLElement,
  ) {
    this.api = new BookingApi(settings);
    this.held = new HeldTime(this.api);
    this.view = new View(settings, host);
    this.times = new Times(settings.language, settings.timeZone);
    this.choosing = new Choosing(settings, this.times);
  }

  start(): void {
    this.attempt(async () => {
      this.catalogue = await this.api.catalogue();
      const { services } = this.catalogue;
      if (services.length === 1 && services[0] !== undefined) await this.withService(services[0]);
      else this.chooseService();
    });
  }

  private chooseService(): void {
    this.enter(() => {
      const choose = (service: Service) => {
        this.attempt(() => this.withService(service));
      };
      this.show(this.words.service, this.choosing.services(this.catalogue.services, choose));
    });
  }

  private async withService(service: Service): Promise<void> {
    const places = placesOf(service, this.catalogue.places);
    if (places.length < 2) {
      await this.withPlace(service, undefined);
      return;
    }
    this.enter(() => {
      const choose = (place: Place) => {
        this.attempt(() => this.withPlace(service, place));
      };
      this.show(this.words.place, this.choosing.places(places, choose));
    });
  }

  private async withPlace(service: Service, place: Place | undefined): Promise<void> {
    const calendar = new Calendar(this.api, { serviceId: service.id, placeId: place?.id });
    await calendar.load();
    const people = calendar.people(this.catalogue.people);
    const visit = (person: Person | undefined) =>
      this.visitWith(service, { serviceId: service.id, placeId: place?.id, personId: person?.id }, calendar);
    if (people.length < 2) {
      this.chooseDay(visit(undefined));
      return;
    }
    this.enter(() => {
      const choose = (person: Person | undefined) => {
        this.chooseDay(visit(person));
      };
      this.show(this.words.person, this.choosing.people(people, choose));
    });
  }

  private visitWith(service: Service, wanted: Wanted, calendar: Calendar): Visit {
    const visit: Visit = new Visit(
      this.api,
      this.held,
      this.settings,
      { service, wanted, calendar },
      {
        summary: (...what) => this.summary(...what),
        alternatives: (slots, choose) => this.choosing.alternatives(slots, choose),
        toDays: () => {
          this.toDays(visit);
        },
        thank: (summary, booked, email) => {
          this.thank(summary, booked, email);
        },
        say: (text) => {
          this.view.say(text);
        },
        attempt: (work) => {
          this.attempt(work);
        },
      },
    );
    return visit;
  }

  private chooseDay(visit: Visit): void {
    const { calendar, wanted } = visit.visited;
    const show = () => {
      const later = button(
        'plain',
        () => {
          this.attempt(async () => {
            await calendar.later();
            show();
          });
        },
        this.words.laterDays,
      );
      const earlier = button(
        'plain',
        () => {
          calendar.earlier();
          show();
        },
        this.words.earlierDays,
      );
      const days = this.choosing.days(calendar.days(wanted.personId), ({ date }) => {
        this.chooseTime(visit, date);
      });
      const ways = h('p', { class: 'ways' }, ...(calendar.isFirst ? [later] : [earlier, later]));
      this.show(this.words.day, [...days, ways]);
    };
    this.enter(show);
    this.dayDepth = this.trail.length;
  }

  /** Reads the days again, because one of their times has gone. */
  private toDays(visit: Visit): void {
    this.attempt(async () => {
      await visit.visited.calendar.load();
      this.trail.length = this.dayDepth;
      this.trail.at(-1)?.();
    });
  }

  private chooseTime(visit: Visit, date: string): void {
    const { calendar, wanted } = visit.visited;
    this.enter(() => {
      const slots = calendar.days(wanted.personId).find((day) => day.date === date)?.slots ?? [];
      const zoneOf = (slot: Slot) => this.zoneOf(slot) ?? calendar.timeZone ?? 'UTC';
      const choose = (slot: Slot) => {
        this.attempt(() => this.hold(visit, slot));
      };
      this.show(`${this.words.time}: ${this.times.day(date)}`, this.choosing.slots(slots, zoneOf, choose));
    });
  }

  /** That of the place, or else of the person; undefined: that of the business. */
  private zoneOf({ locationId, providerId }: Slot): string | undefined {
    const { places, people } = this.catalogue;
    const place = places.find(({ id }) => id === locationId);
    return place?.timezone ?? people.find(({ id }) => id === providerId)?.timezone ?? undefined;
  }

  private async hold(visit: Visit, slot: Slot): Promise<void> {
    try {
      await visit.hold(slot);
    } catch (error) {
      this.offer(visit, refusedBy(error, this.words));
      return;
    }
    this.enter(() => {
      this.show(this.words.details, [visit.element], () => {
        visit.leave();
        this.back();
      });
    });
  }

  /** The time was taken between the list and the choice. */
  private offer(visit: Visit, { text, alternatives }: Refused): void {
    visit.visited.calendar.forget();
    const choose = (slot: Slot) => {
      this.attempt(() => this.hold(visit, slot));
    };
    const notice = h('div', { class: 'notice bad', role: 'alert' }, h('p', {}, text));
    const times = this.choosing.alternatives(alternatives, choose);
    this.show(this.words.chooseOther, [notice, times], () => {
      this.toDays(visit);
    });
  }

  private thank(summary: HTMLElement, { status, manageUrl }: Booked, email: string): void {
    this.trail.length = 0;
    this.show(status === 'pending' ? this.words.requested : this.words.done, [
      h('p', {}, fill(this.words.mailed, { email })),
      summary,
      manageUrl === null ? undefined : h('p', {}, h('a', { href: manageUrl }, this.words.manage)),
      button(
        'plain',
        () => {
          this.start();
        },
        this.words.another,
      ),
    ]);
    this.view.say('');
  }

  private summary(service: Service, slot: Slot, taken: Hold | Booked): HTMLElement {
    return summaryOf({ service, slot, taken }, this.catalogue, this.words, this.times, this.choosing);
  }

  private get words(): Words {
    return this.settings.language.words;
  }

  private enter(step: Step): void {
    this.trail.push(step);
    step();
  }

  private show(heading: string, content: readonly Child[], back?: () => void): void {
    const previous = () => {
      this.back();
    };
    this.view.show({ heading, content, back: back ?? (this.trail.length < 2 ? undefined : previous) });
  }

  private back(): void {
    this.trail.pop();
    this.trail.at(-1)?.();
  }

  /** Does what takes a request. A fault keeps the screen, and offers to do it again. */
  private attempt(work: () => Promise<void>): void {
    if (this.isBusy) return;
    this.isBusy = true;
    this.view.setBusy(true);
    this.view.say(this.words.loading);
    work()
      .then(
        () => {
          this.view.unsay(this.words.loading);
        },
        (error: unknown) => {
          this.view.say('');
          this.view.tell(problemText(error, this.words), () => {
            this.attempt(work);
          });
        },
      )
      .finally(() => {
        this.isBusy = false;
        this.view.setBusy(false);
      });
  }
}

/** Those where the catalogue says that the service is given: a class is at the places of its timetable. Of other services it says nothing. */
function placesOf({ startsAt, timetable }: Service, places: readonly Place[]): readonly Place[] {
  if (startsAt !== 'schedule') return places;
  return places.filter(({ id }) => timetable.some(({ locationId }) => locationId === id));
}
