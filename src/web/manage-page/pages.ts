import { isToCome } from '../../booking/appointment-status';
import type { DomainError } from '../../platform/errors/domain-error';
import { isJsonObject } from '../../platform/values/json-object';
import { escapedAddress } from '../../platform/values/mail-uri';
import type { Business } from '../../platform/config/business';
import { fill, fillForm, fillHtml } from '../../telling/wording/fill';
import { answeringView, type AnswersInput } from './answering-view';
import type { ManagedResponse } from '../../booking/manage/dto/managed.response';
import { type MoveInput, movingView } from './moving-view';
import { overviewOf, policyView } from './overview';
import type { PageLanguage, PageWords } from './page-language';
import { PAGE_TEMPLATE } from './page-template';
import { PageTimes } from './page-times';
import type { PageView } from './page-view';

/** What a customer has just done; the page confirms it. */
export const DONE = ['cancelled', 'moved', 'accepted', 'declined', 'answered'] as const;
export type Done = (typeof DONE)[number];

/** Why a request cannot be served at all. */
export type Problem = keyof PageWords['problems'];

/** Writes the states of the page in a language, as HTML. `home` is the address of the overview, as a link from this page leads there. */
export class Pages {
  private readonly times: PageTimes;

  constructor(
    private readonly language: PageLanguage,
    private readonly business: Business,
  ) {
    this.times = new PageTimes(language);
  }

  /** What is booked, and links to what can be done about it. */
  overview(
    thing: ManagedResponse,
    home: string,
    { done, refusal, skipped = 0 }: { done?: Done | undefined; refusal?: DomainError; skipped?: number } = {},
  ): string {
    const { words } = this.language;
    const hasBooked = thing.kind === 'waitlist' && thing.appointments.length > 0;
    return this.page(words.titles[hasBooked ? 'appointment' : thing.kind], {
      notice: done === undefined ? null : this.noticeOf(thing, done),
      alert: refusal === undefined ? null : this.alertOf(thing, refusal),
      ...overviewOf(thing, home, skipped, this.language, this.times),
    });
  }

  cancel(
    thing: ManagedResponse,
    home: string,
    { reason = '', isTooLong = false }: { reason?: string; isTooLong?: boolean } = {},
  ): string {
    const { words } = this.language;
    const kind = thing.kind as Exclude<ManagedResponse['kind'], 'waitlist'>;
    return this.page(words.headings.cancel[kind], {
      back: this.back(home),
      sentences: this.sentences(thing),
      cancelling: {
        href: `${home}/cancel`,
        reason: { label: words.labels.reason, value: reason, fault: isTooLong ? words.faults.long : null },
        button: words.buttons.cancel[kind],
      },
      policy: policyView(thing, words),
    });
  }

  /** @param refusal of a start that was chosen before, with others in its place; or of a form without one */
  move(thing: ManagedResponse, home: string, input: MoveInput, refusal?: DomainError): string {
    const { words } = this.language;
    const isMissing = refusal?.kind === 'invalid';
    return this.page(words.headings.move, {
      back: this.back(home),
      alert: refusal === undefined || isMissing ? null : this.alertOf(thing, refusal),
      sentences: this.sentences(thing),
      moving: movingView(
        thing,
        `${home}/move`,
        { ...input, alternatives: alternativesOf(refusal), fault: isMissing ? words.faults.noTime : null },
        this.language,
        this.times,
      ),
    });
  }

  answers(thing: ManagedResponse, home: string, input: AnswersInput): string {
    const { words } = this.language;
    const hasFaults = Object.keys(input.faults).length > 0;
    return this.page(words.headings.questions, {
      back: this.back(home),
      alert: hasFaults ? words.faults.summary : null,
      answering: answeringView(thing, `${home}/answers`, input, this.language),
    });
  }

  problem(problem: Problem): string {
    const { title, sentence } = this.language.words.problems[problem];
    return this.page(title, { sentences: [sentence] });
  }

  /** What is pending is asked for, and not done yet. */
  private noticeOf({ appointments }: ManagedResponse, done: Done): string {
    const asks = done === 'moved' || done === 'accepted';
    const isPending = appointments.some(({ status }) => status === 'pending');
    return this.language.words.done[asks && isPending ? 'requested' : done];
  }

  /** Why something was refused, and what to do instead. */
  private alertOf(thing: ManagedResponse, { details }: DomainError): string {
    const { reason, until } = isJsonObject(details) ? details : {};
    const { refusals } = this.language.words;
    if (reason === 'too_late' && typeof until === 'string')
      return fill(refusals.too_late, { until: this.times.moment(until, thing) });
    const hasOffer = thing.entry?.offer != null;
    if (WORDED.includes(reason as Worded) && !(hasOffer && reason === 'slot_taken'))
      return refusals[reason as Worded];
    return hasOffer ? refusals.not_kept : refusals.other;
  }

  private back(home: string) {
    return { href: home, text: this.language.words.links.back };
  }

  /** What a form is about: the first appointments that are ahead, and how many more there are. */
  private sentences({ appointments, customerTimezone }: ManagedResponse): string[] {
    const { catalog, language } = this.language;
    const ahead = appointments.filter(({ status }) => isToCome(status));
    const shown = ahead.slice(0, MOST_NAMED).map((each) => {
      const { date, hours } = this.times.span(each, customerTimezone);
      return `${fill(catalog.what, each)}, ${date}, ${hours}`;
    });
    const count = ahead.length - shown.length;
    return count === 0 ? shown : [...shown, fillForm(catalog.more, count, language)];
  }

  private page(heading: string, view: Partial<PageView>): string {
    const { language, words } = this.language;
    const { name, address, phone, email } = this.business;
    const alert = view.alert ?? view.notice ?? null;
    const whole: PageView = {
      ...NOTHING,
      language,
      direction: words.direction,
      title: alert === null ? heading : `${alert} ${heading}`,
      businessName: name,
      heading,
      contact: {
        heading: words.headings.contact,
        address: address ?? null,
        phone: phone === undefined ? null : { href: phone.replaceAll(/[^+\d]/g, ''), text: phone },
        email: email === undefined ? null : { href: escapedAddress(email), text: email },
      },
      ...view,
      hasRows: (view.rows ?? []).length > 0,
      hasActions: (view.actions ?? []).length > 0,
      hasDeadlines: (view.deadlines ?? []).length > 0,
    };
    return fillHtml(PAGE_TEMPLATE, whole);
  }
}

/** Reasons for which the page has words of its own. */
const WORDED = ['slot_taken', 'hold_expired', 'limit_reached'] as const;
type Worded = (typeof WORDED)[number];

function alternativesOf(refusal: DomainError | undefined): readonly { readonly start: string }[] {
  const { alternatives } = isJsonObject(refusal?.details) ? refusal.details : {};
  if (!Array.isArray(alternatives)) return [];
  return alternatives.filter(
    (each): each is { start: string } => isJsonObject(each) && typeof each['start'] === 'string',
  );
}

/** How many appointments a form names. */
const MOST_NAMED = 5;

const NOTHING = {
  back: null,
  notice: null,
  alert: null,
  status: null,
  sentences: [],
  appointments: null,
  pages: null,
  rows: [],
  actions: [],
  offer: null,
  cancelling: null,
  moving: null,
  answering: null,
  deadlines: [],
  policy: null,
} as const;
