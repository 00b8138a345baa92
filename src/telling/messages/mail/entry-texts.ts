import type { Language } from '../../../platform/values/language';
import { oneLine } from '../../../platform/values/one-line';
import type { EntryWords, StatedFacts, Words } from '../calendar/entry';
import { placeOf } from '../calendar/place';
import { TimeTexts } from './time-text';
import type { ChosenLanguage } from '../../wording/chosen-language';
import { fill } from '../../wording/fill';

/** Words calendar entries as messages are worded. */
export class EntryTexts implements EntryWords {
  readonly language: Language;
  private readonly times: TimeTexts;

  constructor(private readonly chosen: ChosenLanguage) {
    this.language = chosen.language;
    this.times = new TimeTexts(chosen);
  }

  of(facts: StatedFacts): Words {
    return { summary: this.what(facts), description: this.state([facts]), location: placeOf(facts) };
  }

  ofAll(all: readonly StatedFacts[]): Words {
    const summary = [...new Set(all.map((each) => this.what(each)))].join(', ');
    const places = new Set(all.map(placeOf));
    const state = this.state(all);
    const parts = all.map((each) => this.part(each, places.size > 1));
    const description = [...(state === null ? [] : [state]), ...parts].join('\n');
    const location = [...places].filter((place) => place !== null).join('; ');
    return { summary, description, location: location === '' ? null : location };
  }

  private what({ serviceName, providerName }: StatedFacts): string {
    const view = { service: oneLine(serviceName), provider: oneLine(providerName) };
    return fill(this.chosen.catalog.what, view);
  }

  /** Calendars show the STATUS by their own words, and some do not show it. Null: confirmed, so there is nothing to say. */
  private state(all: readonly StatedFacts[]): string | null {
    const { messages } = this.chosen.catalog;
    const wording = all.some(({ status }) => status === 'pending')
      ? messages.received
      : all.every(({ status }) => status === 'cancelled')
        ? messages.cancellation
        : undefined;
    if (wording === undefined) return null;
    return (all.length === 1 ? wording.one : wording.several).sentence;
  }

  private part(facts: StatedFacts, isWithPlace: boolean): string {
    const when = this.times.span(facts.start, facts.end, facts.timezone);
    const place = isWithPlace ? placeOf(facts) : null;
    return `${when}${this.chosen.catalog.colon} ${this.what(facts)}${place === null ? '' : `, ${place}`}`;
  }
}
