/**
 * What the template can show. Every member is there, with null where it is missing: Mustache would otherwise look for it in the
 * sections around.
 */
export interface PageView {
  readonly language: string;
  /** `ltr` or `rtl`. */
  readonly direction: string;
  readonly title: string;
  readonly businessName: string;
  readonly back: Link | null;
  readonly notice: string | null;
  readonly alert: string | null;
  readonly status: StatusView | null;
  readonly heading: string;
  readonly sentences: readonly string[];
  readonly appointments: AppointmentsView | null;
  /** Of a long series. */
  readonly pages: PagesView | null;
  readonly hasRows: boolean;
  readonly rows: readonly Row[];
  readonly hasActions: boolean;
  readonly actions: readonly (Link & { readonly isMain: boolean })[];
  readonly offer: { readonly start: string; readonly accept: Link; readonly decline: Link } | null;
  readonly cancelling: CancellingView | null;
  readonly moving: MovingView | null;
  readonly answering: AnsweringView | null;
  readonly hasDeadlines: boolean;
  readonly deadlines: readonly string[];
  readonly policy: { readonly heading: string; readonly text: string } | null;
  readonly contact: {
    readonly heading: string;
    readonly address: string | null;
    readonly phone: Link | null;
    readonly email: Link | null;
  };
}

export interface Link {
  readonly href: string;
  readonly text: string;
}

/** Links to what lies before and after. */
export interface PagesView {
  readonly earlier: Link | null;
  readonly later: Link | null;
}

export interface Row {
  readonly label: string;
  readonly value: string;
}

export interface StatusView {
  readonly text: string;
  readonly isOn: boolean;
}

export interface AppointmentsView {
  readonly items: readonly {
    readonly status: StatusView | null;
    readonly isOff: boolean;
    readonly date: string;
    readonly hours: string;
    readonly zone: string;
    readonly yourTime: string | null;
    /** Of several: what and where in a line each, in the place of the rows of one. */
    readonly what: string | null;
    readonly where: string | null;
    readonly hasRows: boolean;
    readonly rows: readonly Row[];
    /** The address of its own page. */
    readonly link: string | null;
  }[];
}

export interface CancellingView {
  readonly href: string;
  readonly reason: { readonly label: string; readonly value: string; readonly fault: string | null };
  readonly button: string;
}

export interface MovingView {
  readonly dayLabel: string;
  readonly days: readonly {
    /** Null: nothing is free. */
    readonly href: string | null;
    readonly isChosen: boolean;
    readonly weekday: string;
    readonly day: string;
    readonly month: string;
  }[];
  readonly pages: PagesView;
  readonly noTimes: string | null;
  readonly times: {
    readonly href: string;
    readonly label: string;
    readonly fault: string | null;
    readonly isWide: boolean;
    readonly choices: readonly {
      readonly start: string;
      readonly text: string;
      readonly yourTime: string | null;
    }[];
    readonly button: string;
  } | null;
}

/** An input of a question; by its type it is one line, several, or some choices. */
interface Field {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  /** The word for a required one. */
  readonly needed: string | null;
  readonly isNeeded: boolean;
  readonly fault: string | null;
}

export interface QuestionView {
  readonly input:
    (Field & { readonly type: 'number' | 'date'; readonly step: boolean; readonly value: string }) | null;
  readonly area: (Field & { readonly value: string }) | null;
  readonly options:
    | (Field & {
        readonly choices: readonly {
          readonly value: string;
          readonly text: string;
          readonly isChosen: boolean;
        }[];
      })
    | null;
}

export interface AnsweringView {
  readonly href: string;
  readonly questions: readonly QuestionView[];
  readonly button: string;
}
