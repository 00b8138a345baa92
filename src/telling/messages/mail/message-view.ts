import type { Business } from '../../../platform/config/business';
import type { DueMessage } from '../due-message';
import type { AppointmentFacts } from '../message-facts';
import { oneLine } from '../../../platform/values/one-line';
import type { AnswerView } from './answer-texts';
import { AppointmentViews, type AppointmentView } from './appointment-view';
import { type Detail, inColumns } from './detail-lines';
import { type MessageName, nameOfMessage, wordingOf } from './message-name';
import { formerPhrase, MessageRows } from './message-rows';
import { clocksDiffer, TimeTexts } from './time-text';
import type { ChosenLanguage } from '../../wording/chosen-language';
import { fill, fillForm } from '../../wording/fill';

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
  /** What the first appointment was before a change, and where, in one phrase; null: only the time has changed, or nothing. */
  readonly was: string | null;
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

const OF_APPOINTMENT = [
  'service',
  'provider',
  'place',
  'start',
  'when',
  'yourTime',
  'yourStart',
  'formerly',
  'formerService',
  'formerProvider',
  'formerPlace',
  'reason',
] as const;

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
  was: null,
  service: null,
  provider: null,
  place: null,
  start: null,
  when: null,
  yourTime: null,
  yourStart: null,
  formerly: null,
  formerService: null,
  formerProvider: null,
  formerPlace: null,
  reason: null,
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

  constructor(
    private readonly chosen: ChosenLanguage,
    private readonly business: Business,
  ) {
    this.times = new TimeTexts(chosen);
  }

  of({ event, facts, manageUrl }: Pick<DueMessage, 'event' | 'facts' | 'manageUrl'>): MessageView {
    const { language, catalog } = this.chosen;
    const clock = facts.customerTimezone ?? undefined;
    const name = nameOfMessage(event, facts);
    const views = new AppointmentViews(this.chosen, this.times, name, clock);
    const first = views.of(facts, facts);
    const all = [first, ...(facts.others ?? []).map((each) => views.of(each, facts))];
    const customer = oneLine(facts.attendeeName ?? facts.customerName);
    const isToProvider = facts.recipientName !== undefined;
    const person = isToProvider ? oneLine(facts.recipientName) : customer;
    const until = this.until(facts, clock);
    const rows = new MessageRows(all, this.chosen);
    const around = { ...until, customer: isToProvider ? customer : null };
    return {
      language,
      ...wordingOf(catalog, name, facts),
      greeting: fill(catalog.greeting, { name: person }),
      note: facts.note ?? null,
      closing: catalog.closing,
      name: person,
      customer,
      what: isToProvider ? `${first.view.service}, ${customer}` : fill(catalog.what, first.view),
      was: formerPhrase(first.view, this.chosen),
      ...first.view,
      ...until,
      others: all.slice(1).map(({ view }) => view),
      answers: rows.hasOwnAnswers ? all.flatMap((each) => each.answers) : first.answers,
      more: all.length === 1 ? null : fillForm(catalog.more, all.length - 1, language),
      details: inColumns(rows.of(around), catalog.colon),
      ...this.link(name, isToProvider ? null : manageUrl),
      businessName: this.business.name,
      businessAddress: this.business.address ?? null,
      businessEmail: this.business.email ?? null,
      businessPhone: this.business.phone ?? null,
    };
  }

  private until({ expiresAt, timezone }: AppointmentFacts, clock: string | undefined) {
    if (expiresAt === undefined) return { until: null, yourUntil: null };
    const isOther = clock !== undefined && clocksDiffer(expiresAt, timezone, clock);
    return {
      until: this.times.start(expiresAt, timezone),
      yourUntil: isOther ? this.times.start(expiresAt, clock) : null,
    };
  }

  /** The customer's own hands. */
  private link(name: MessageName, manageUrl: string | null) {
    const { booked, offered } = this.chosen.catalog.manage;
    const words = name === 'offer' ? offered : booked;
    return { manageUrl, manage: manageUrl === null || name === 'cancellation' ? null : words };
  }
}
