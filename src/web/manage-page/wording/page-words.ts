import type { Status } from '../../../booking/appointment-status';
import type { QuestionType } from '../../../business/services/questions/service-question';
import type { WaitlistStatus } from '../../../booking/waitlist/waitlist-status';

/** What a link of a customer is about. */
export type Managed = 'appointment' | 'visit' | 'series' | 'waitlist';

/** What a customer has just done; the page confirms it. */
export const DONE = ['cancelled', 'moved', 'accepted', 'declined', 'answered'] as const;
export type Done = (typeof DONE)[number];

/** Why a request cannot be served at all. */
export type Problem = 'dead' | 'busy' | 'unreadable' | 'failed';

/** A refusal that the page words by itself. `not_kept` is that of an offer, `other` every other reason. */
export type Refusal = 'too_late' | 'slot_taken' | 'hold_expired' | 'not_kept' | 'limit_reached' | 'other';

/**
 * All words of the page in one language, beside those of its messages. Texts are Mustache templates of variables alone, in the formal
 * address of the messages.
 */
export interface PageWords {
  readonly direction: 'ltr' | 'rtl';
  readonly titles: Readonly<Record<Managed, string>>;
  readonly statuses: Readonly<Record<Status | WaitlistStatus, string>>;
  /** With `from` and `until`, times without a date. */
  readonly hours: string;
  readonly labels: Readonly<
    Record<'seats' | 'waitingFor' | 'between' | 'reason' | 'day' | 'time' | 'required', string>
  >;
  readonly links: Readonly<
    Record<'calendar' | 'move' | 'cancel' | 'answers' | 'appointment' | 'back' | 'earlier' | 'later', string>
  >;
  readonly buttons: Readonly<
    Record<'move' | 'accept' | 'decline' | 'save', string> & {
      readonly cancel: Readonly<Record<Exclude<Managed, 'waitlist'>, string>>;
    }
  >;
  readonly headings: Readonly<
    Record<'policy' | 'questions' | 'move' | 'otherTimes' | 'contact', string> & {
      readonly cancel: Readonly<Record<Exclude<Managed, 'waitlist'>, string>>;
    }
  >;
  /** What holds; `cancelUntil` and `moveUntil` with `until`, the last moment, and `offer` as well. */
  readonly rules: Readonly<
    Record<
      'cancelUntil' | 'moveUntil' | 'cancelledUntil' | 'movedUntil' | 'offer' | 'waiting' | 'open',
      string
    >
  >;
  readonly noTimes: string;
  /** The first choice of a question that may stay open. */
  readonly noAnswer: string;
  readonly done: Readonly<Record<Done, string>>;
  /** `too_late` with `until`. */
  readonly refusals: Readonly<Record<Refusal, string>>;
  /** Of an input of the customer: by the type of the question, of a time that was not chosen, of a text that is too long. */
  readonly faults: Readonly<Record<QuestionType | 'summary' | 'required' | 'noTime' | 'long', string>>;
  readonly problems: Readonly<Record<Problem, { readonly title: string; readonly sentence: string }>>;
}
