import type { Business } from '../../../platform/config/business';
import type { DueMessage } from '../due-message';
import type { AppointmentFacts } from '../message-facts';
import { placeOf } from '../calendar/place';
import { oneLine } from '../../../platform/values/one-line';
import { AnswerTexts, type AnswerView } from './answer-texts';
import { answerLine, type Detail, inColumns, type Row } from './detail-lines';
import { nameOfMessage } from './message-name';
import { clocksDiffer, TimeTexts } from './time-text';
import type { Catalog, MessageName, Wording } from './wording/catalog';
import type { ChosenLanguage } from './wording/chosen-language';
import { fill } from './wording/fill';

/** What templates can show of an appointment. A text that is null is missing. */
export interface AppointmentView {
  readonly service: string;
  readonly provider: string;
  readonly start: string;
  readonly when: string;
  readonly yourTime: string | null;
  readonly yourStart: string | null;
  readonly formerly: string | null;
}

/** What templates can show of a message: that of its first appointment, and what it says of all. */
export interface MessageView extends AppointmentView {
  readonly language: string;
  readonly title: string;
  readonly greeting: string;
  readonly sentence: string;
  /** What the staff tells the customers; null: nothing. */
  readonly note: string | null;
  readonly closing: string;
  readonly name: string;
  readonly customer: string;
  readonly what: string;
  readonly place: string | null;
  readonly until: string | null;
  readonly yourUntil: string | null;
  /** How many appointments more; null: none. */
  readonly more: string | null;
  readonly others: readonly AppointmentView[];
  readonly answers: readonly AnswerView[];
  readonly details: readonly Detail[];
  /** The link by which the customer sees, moves and cancels it; null: none. */
  readonly manageUrl: string | null;
  /** The words of the link, where the message has it; null: none, as in a cancellation. */
  readonly manage: string | null;
  readonly businessName: string;
  readonly businessAddress: string | null;
  readonly businessEmail: string | null;
  readonly businessPhone: string | null;
}

const OF_APPOINTMENT = ['service', 'provider', 'start', 'when', 'yourTime', 'yourStart', 'formerly'] as const;

/** The variables of templates: null for a text, and for a list those of its items. */
export const VARIABLES: Readonly<Record<keyof MessageView, readonly string[] | null>> = {
  language: null,
  title: null,
  greeting: null,
  sentence: null,
  note: null,
  closing: null,
  name: null,
  customer: null,
  what: null,
  service: null,
  provider: null,
  start: null,
  when: null,
  yourTime: null,
  yourStart: null,
  formerly: null,
  place: null,
  until: null,
  yourUntil: null,
  more: null,
  others: OF_APPOINTMENT satisfies readonly (keyof AppointmentView)[],
  answers: ['label', 'value'] satisfies readonly (keyof AnswerView)[],
  details: ['label', 'value', 'line'] satisfies readonly (keyof Detail)[],
  manageUrl: null,
  manage: null,
  businessName: null,
  businessAddress: null,
  businessEmail: null,
  businessPhone: null,
};

/** Says in a language what a message is about. */
export class MessageViews {
  private readonly times: TimeTexts;
  private readonly answers: AnswerTexts;

  constructor(
    private readonly chosen: ChosenLanguage,
    private readonly business: Business,
  ) {
    this.times = new TimeTexts(chosen);
    this.answers = new AnswerTexts(chosen, this.times);
  }

  of({ event, facts, manageUrl }: DueMessage): MessageView {
    const { language, catalog } = this.chosen;
    const clock = facts.customerTimezone ?? undefined;
    const name = nameOfMessage(event, facts);
    const all = [facts, ...(facts.others ?? [])];
    const [first = this.appointment(facts, clock, name), ...others] = all.map((each) =>
      this.appointment(each, clock, name),
    );
    const answers = all.flatMap(({ answered }) => (answered ?? []).map((each) => this.answers.of(each)));
    const customer = oneLine(facts.attendeeName ?? facts.customerName);
    const isToProvider = facts.recipientName !== undefined;
    const person = isToProvider ? oneLine(facts.recipientName) : customer;
    const shown = { ...first, ...this.until(facts, clock), place: placeOf(facts), others, answers };
    return {
      language,
      ...wordingOf(catalog, name, others.length > 0),
      greeting: fill(catalog.greeting, { name: person }),
      note: facts.note ?? null,
      closing: catalog.closing,
      name: person,
      customer,
      what: isToProvider ? `${first.service}, ${customer}` : fill(catalog.what, first),
      ...shown,
      more: others.length === 0 ? null : this.more(others.length),
      details: [
        ...inColumns(this.rows(shown, isToProvider ? customer : null), catalog.colon),
        ...answers.map((each) => ({ ...each, line: answerLine(each, catalog.colon) })),
      ],
      ...this.link(name, isToProvider ? null : manageUrl),
      businessName: this.business.name,
      businessAddress: this.business.address ?? null,
      businessEmail: this.business.email ?? null,
      businessPhone: this.business.phone ?? null,
    };
  }

  private appointment(
    facts: AppointmentFacts,
    clock: string | undefined,
    name: MessageName,
  ): AppointmentView {
    const { start, end, timezone, former, status } = facts;
    const isMoved = name === 'reschedule' || name === 'provider-moved';
    const when = this.times.span(start, end, timezone);
    const own = differs(start, timezone, clock) ? clock : undefined;
    return {
      service: oneLine(facts.serviceName),
      provider: oneLine(facts.providerName),
      start: this.times.start(start, timezone),
      when: isMoved && status === 'cancelled' ? this.cancelled(when) : when,
      yourTime: own === undefined ? null : this.times.span(start, end, own),
      yourStart: own === undefined ? null : this.times.start(start, own),
      formerly: isMoved && former ? this.times.span(former.start, former.end, timezone) : null,
    };
  }

  /** One of several appointments of a message that are not all cancelled. */
  private cancelled(when: string): string {
    const { messages, colon } = this.chosen.catalog;
    return `${messages.cancellation.one.title}${colon} ${when}`;
  }

  private until({ expiresAt, timezone }: AppointmentFacts, clock: string | undefined) {
    if (expiresAt === undefined) return { until: null, yourUntil: null };
    return {
      until: this.times.start(expiresAt, timezone),
      yourUntil: differs(expiresAt, timezone, clock) ? this.times.start(expiresAt, clock) : null,
    };
  }

  /** The customer's own hands. */
  private link(name: MessageName, manageUrl: string | null) {
    const { booked, offered } = this.chosen.catalog.manage;
    const words = name === 'offer' ? offered : booked;
    return { manageUrl, manage: manageUrl === null || name === 'cancellation' ? null : words };
  }

  private more(count: number): string {
    const { language, catalog } = this.chosen;
    const isOne = new Intl.PluralRules(language).select(count) === 'one';
    return fill(isOne ? catalog.more.one : catalog.more.other, { count });
  }

  private rows(
    view: AppointmentView & Pick<MessageView, 'place' | 'until' | 'yourUntil' | 'others'>,
    customer: string | null,
  ): readonly Row[] {
    const { labels } = this.chosen.catalog;
    const timesOf = ({ yourTime, formerly }: AppointmentView): Row[] => [
      [labels.yourTime, yourTime],
      [labels.formerly, formerly],
    ];
    // Said again where another time has come in between.
    const when = timesOf(view).some(([, time]) => time !== null) ? labels.when : '';
    return [
      [labels.what, view.service],
      [labels.customer, customer],
      [labels.with, view.provider],
      [labels.when, view.when],
      ...timesOf(view),
      ...view.others.flatMap((other): Row[] => [[when, this.other(view, other)], ...timesOf(other)]),
      [labels.where, view.place],
      [labels.until, view.until],
      [labels.yourTime, view.yourUntil],
    ];
  }

  /** The time of another appointment, with what differs from the first. */
  private other(first: AppointmentView, { service, provider, when }: AppointmentView): string {
    const what = [
      ...(service === first.service ? [] : [service]),
      ...(provider === first.provider ? [] : [fill(this.chosen.catalog.with, { provider })]),
    ].join(' ');
    return what === '' ? when : `${when}${this.chosen.catalog.colon} ${what}`;
  }
}

function differs(instant: number, zone: string, clock: string | undefined): clock is string {
  return clock !== undefined && clocksDiffer(instant, zone, clock);
}

function wordingOf({ messages }: Catalog, name: MessageName, isSeveral: boolean): Wording {
  const wording = messages[name];
  return isSeveral && 'several' in wording ? wording.several : wording.one;
}
