import type { AppointmentFacts } from '../message-facts';
import { placeOf } from '../calendar/place';
import { oneLine } from '../../../platform/values/one-line';
import { AnswerTexts, type AnswerView } from './answer-texts';
import { clocksDiffer, type TimeTexts } from './time-text';
import type { MessageName } from './message-name';
import type { ChosenLanguage } from '../../wording/chosen-language';

/** What templates can show of an appointment. A text that is null is missing; a former one is missing where the message changes nothing of it. */
export interface AppointmentView {
  readonly service: string;
  readonly provider: string;
  readonly place: string | null;
  readonly start: string;
  readonly when: string;
  readonly yourTime: string | null;
  readonly yourStart: string | null;
  readonly formerly: string | null;
  readonly formerService: string | null;
  readonly formerProvider: string | null;
  readonly formerPlace: string | null;
  /** Why it was cancelled. */
  readonly reason: string | null;
}

/** A view with what the customer answered; templates have the answers of all appointments in one list. */
export interface AnsweredView {
  readonly view: AppointmentView;
  readonly answers: readonly AnswerView[];
}

/** Stands where an appointment has no place and had one before, or the other way round. */
const NO_PLACE = '–';

const CHANGES: readonly MessageName[] = ['reschedule', 'changed', 'provider-moved'];

/** Says in a language what an appointment is, and what it was before a change. */
export class AppointmentViews {
  private readonly answers: AnswerTexts;

  /** @param clock of the customer; IANA name */
  constructor(
    private readonly chosen: ChosenLanguage,
    private readonly times: TimeTexts,
    private readonly name: MessageName,
    private readonly clock: string | undefined,
  ) {
    this.answers = new AnswerTexts(chosen, times);
  }

  /** @param first that of the message, whose answers another one may have */
  of(facts: AppointmentFacts, first: AppointmentFacts): AnsweredView {
    const answered = facts.answered ?? first.answered ?? [];
    return { view: this.viewOf(facts), answers: answered.map((each) => this.answers.of(each)) };
  }

  private viewOf(facts: AppointmentFacts): AppointmentView {
    const { start, end, timezone, cancelReason } = facts;
    const { times, clock } = this;
    const own = clock !== undefined && clocksDiffer(start, timezone, clock) ? clock : undefined;
    const former = this.formerOf(facts);
    return {
      service: oneLine(facts.serviceName),
      provider: oneLine(facts.providerName),
      place: placeOf(facts) ?? (former.formerPlace === null ? null : NO_PLACE),
      start: times.start(start, timezone),
      when: this.marked(facts, times.span(start, end, timezone)),
      yourTime: own === undefined ? null : times.span(start, end, own),
      yourStart: own === undefined ? null : times.start(start, own),
      ...former,
      reason: cancelReason == null ? null : oneLine(cancelReason),
    };
  }

  private formerOf(facts: AppointmentFacts) {
    const { former } = facts;
    if (former == null || !CHANGES.includes(this.name)) return NOT_CHANGED;
    const zone = former.timezone ?? facts.timezone;
    const span = this.times.span(former.start, former.end, zone);
    const isAtItsTime = span === this.times.span(facts.start, facts.end, facts.timezone);
    // A release before has stored the time alone.
    const { serviceName = facts.serviceName, providerName = facts.providerName } = former;
    const { locationName = facts.locationName, locationAddress = facts.locationAddress } = former;
    const place = placeOf({ locationName, locationAddress });
    return {
      formerly: isAtItsTime ? null : span,
      formerService: serviceName === facts.serviceName ? null : oneLine(serviceName),
      formerProvider: providerName === facts.providerName ? null : oneLine(providerName),
      formerPlace: place === placeOf(facts) ? null : (place ?? NO_PLACE),
    };
  }

  /** Of several appointments that a change concerns, those that it cancels or books are marked. */
  private marked({ status, isNew }: AppointmentFacts, when: string): string {
    if (!CHANGES.includes(this.name)) return when;
    const { messages, colon } = this.chosen.catalog;
    if (status === 'cancelled') return `${messages.cancellation.one.title}${colon} ${when}`;
    return isNew === true ? `${messages['provider-booked'].one.title}${colon} ${when}` : when;
  }
}

const NOT_CHANGED = {
  formerly: null,
  formerService: null,
  formerProvider: null,
  formerPlace: null,
} as const;
