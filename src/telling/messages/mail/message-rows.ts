import type { AnswerView } from './answer-texts';
import type { AnsweredView, AppointmentView } from './appointment-view';
import type { Row } from './detail-lines';
import type { ChosenLanguage } from '../../wording/chosen-language';
import { fill } from '../../wording/fill';

/** What a message says beside its appointments. */
interface Around {
  /** In a message to a provider. */
  readonly customer: string | null;
  readonly until: string | null;
  readonly yourUntil: string | null;
}

/** What a message says once where it is the same for all its appointments, and else beside each; each with what it was before. */
const ASPECTS = {
  service: 'formerService',
  provider: 'formerProvider',
  place: 'formerPlace',
  reason: undefined,
} as const satisfies Partial<Record<keyof AppointmentView, keyof AppointmentView | undefined>>;
type Aspect = keyof typeof ASPECTS;

/** The table of a message: what, with whom, when, where. */
export class MessageRows {
  private readonly apart: ReadonlySet<Aspect>;
  /** Whether some appointments have other answers than others. */
  readonly hasOwnAnswers: boolean;

  constructor(
    private readonly all: readonly AnsweredView[],
    private readonly chosen: ChosenLanguage,
  ) {
    const isSame = (valueOf: (each: AnsweredView) => unknown) =>
      new Set(all.map((each) => JSON.stringify(valueOf(each)))).size <= 1;
    const aspects = Object.keys(ASPECTS) as Aspect[];
    this.apart = new Set(
      aspects.filter((aspect) => !isSame(({ view }) => [view[aspect], formerOf(view, aspect)])),
    );
    this.hasOwnAnswers = !isSame(({ answers }) => answers);
  }

  of({ customer, until, yourUntil }: Around): readonly Row[] {
    const { labels } = this.chosen.catalog;
    return [
      ...this.common(labels.what, 'service'),
      [labels.customer, customer],
      ...this.common(labels.with, 'provider'),
      ...this.times(),
      ...this.common(labels.where, 'place'),
      ...this.common(labels.reason, 'reason'),
      [labels.until, until],
      [labels.yourTime, yourUntil],
      ...(this.hasOwnAnswers ? [] : rowsOf(this.all[0]?.answers ?? [])),
    ];
  }

  private common(label: string, aspect: Aspect): readonly Row[] {
    const [first] = this.all;
    if (first === undefined || this.apart.has(aspect)) return [];
    const { formerly } = this.chosen.catalog.labels;
    return [
      [label, first.view[aspect]],
      [formerly, formerOf(first.view, aspect)],
    ];
  }

  private times(): readonly Row[] {
    const { labels } = this.chosen.catalog;
    let label = labels.when;
    return this.all.flatMap(({ view, answers }) => {
      const more: Row[] = [
        [labels.yourTime, view.yourTime],
        [
          labels.formerly,
          this.joined(
            view.formerly,
            this.beside((aspect) => formerOf(view, aspect)),
          ),
        ],
        ...(this.hasOwnAnswers ? rowsOf(answers) : []),
      ];
      const time: Row = [
        label,
        this.joined(
          view.when,
          this.beside((aspect) => view[aspect]),
        ),
      ];
      // Said again where something else has come in between.
      label = more.some(([, value]) => value !== null) ? labels.when : '';
      return [time, ...more];
    });
  }

  /** What stands beside the time of an appointment. @param valueOf null: there is nothing to say of it */
  private beside(valueOf: (aspect: Aspect) => string | null): string {
    const value = (aspect: Aspect) => (this.apart.has(aspect) ? valueOf(aspect) : null);
    const provider = value('provider');
    const whom = provider === null ? null : fill(this.chosen.catalog.with, { provider });
    const what = [value('service'), whom].filter((each) => each !== null).join(' ');
    return [what, value('place'), value('reason')].filter((each) => each !== null && each !== '').join(', ');
  }

  private joined(time: string | null, aspects: string): string | null {
    if (time === null) return aspects === '' ? null : aspects;
    return aspects === '' ? time : `${time}${this.chosen.catalog.colon} ${aspects}`;
  }
}

/** What an appointment was before, and where, in one phrase without its time; null: only the time has changed, or nothing. */
export function formerPhrase(view: AppointmentView, { catalog }: ChosenLanguage): string | null {
  const { formerService: service, formerProvider: provider, formerPlace } = view;
  const what =
    service !== null
      ? fill(catalog.what, { service, provider: provider ?? view.provider })
      : provider !== null
        ? fill(catalog.with, { provider })
        : null;
  const parts = [what, formerPlace].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(', ');
}

function formerOf(view: AppointmentView, aspect: Aspect): string | null {
  const former = ASPECTS[aspect];
  return former === undefined ? null : view[former];
}

function rowsOf(answers: readonly AnswerView[]): readonly Row[] {
  return answers.map(({ label, value }): Row => [label, value]);
}
