import { overlaps } from '../../../platform/time/interval';
import type { Turns } from '../../../platform/turns';
import { furthestReason, type Reason } from '../../engine';
import type { Calendars, Given } from './calendars';
import type { Bundle, PlannedAppointment, Unit } from './units';

/** How many times a search may look at an option: about a second. */
const MOST_LOOKS = 2_000_000;
/** A question to the calendars takes as long as so many looks. */
const LOOKS_OF_QUESTION = 100;

/** Who can take each unit. Remembers the answers of the calendars, and counts the work of a search. */
export class Options<Appointment extends PlannedAppointment, Gift extends Given<Appointment>> {
  private readonly alone = new Map<Unit<Appointment>, readonly Gift[]>();
  private readonly reasons = new Map<Unit<Appointment>, readonly Reason[]>();
  private readonly known = new Map<Gift, Map<string, Gift | Reason>>();
  private readonly numbers = new Map<Gift, number>();
  /** How many units could count towards each limit. */
  private readonly counts = new Map<string, number>();
  private looks = 0;

  private constructor(private readonly calendars: Calendars<Appointment, Gift>) {}

  static async of<Appointment extends PlannedAppointment, Gift extends Given<Appointment>>(
    calendars: Calendars<Appointment, Gift>,
    bundles: readonly Bundle<Appointment>[],
    turns: Turns,
  ): Promise<Options<Appointment, Gift>> {
    const options = new Options(calendars);
    for (const unit of bundles.flatMap(({ units }) => units)) {
      await turns.pause();
      options.add(unit);
    }
    return options;
  }

  private add(unit: Unit<Appointment>): void {
    const answers = this.calendars.candidatesFor(unit).map((id) => this.calendars.give(unit, id, []));
    const gifts = answers.filter((answer) => typeof answer !== 'string');
    this.alone.set(unit, gifts);
    this.reasons.set(
      unit,
      answers.filter((answer) => typeof answer === 'string'),
    );
    for (const { limit } of gifts)
      if (limit !== undefined) this.counts.set(limit.key, (this.counts.get(limit.key) ?? 0) + 1);
  }

  /** Whether the search has taken all the time that it may take. */
  get areExhausted(): boolean {
    return this.looks > MOST_LOOKS;
  }

  /** Those who could take a unit if nothing else were given. */
  of(unit: Unit<Appointment>): readonly Gift[] {
    return this.alone.get(unit) ?? [];
  }

  /** Those who can take a unit when others are given. */
  after(unit: Unit<Appointment>, before: readonly Gift[]): readonly Gift[] {
    const options = this.of(unit);
    this.looks += options.length;
    return options.flatMap((option) => this.optionAfter(option, before) ?? []);
  }

  /** Whether more units may be given than a limit allows. */
  mayReach({ limit }: Gift): boolean {
    return limit !== undefined && (this.counts.get(limit.key) ?? 0) > limit.left;
  }

  /** Why none of those who may be asked takes a unit, when others are given. */
  reasonFor(unit: Unit<Appointment>, before: readonly Gift[]): Reason {
    const answers = this.of(unit).map(({ providerId }) => this.calendars.give(unit, providerId, before));
    const refusals = answers.filter((answer) => typeof answer === 'string');
    return furthestReason([...(this.reasons.get(unit) ?? []), ...refusals]) ?? 'service_not_offered';
  }

  /** Asks the calendars only where times meet: what counts towards a limit per day needs no more than to be counted. */
  private optionAfter(option: Gift, before: readonly Gift[]): Gift | undefined {
    const counted = this.mayReach(option)
      ? before.filter(({ limit }) => limit?.key === option.limit?.key)
      : [];
    if (counted.length > 0 && counted.length >= (option.limit?.left ?? Infinity)) return undefined;
    if (!before.some((each) => meet(option, each))) return option;
    const near = before.filter((each) => meet(option, each) || counted.includes(each));
    const answers = this.known.get(option) ?? new Map<string, Gift | Reason>();
    this.known.set(option, answers);
    const key = near
      .map((each) => this.numberOf(each))
      .sort((a, b) => a - b)
      .join();
    const answer = answers.get(key) ?? this.ask(option, near);
    answers.set(key, answer);
    return typeof answer === 'string' ? undefined : answer;
  }

  private ask({ unit, providerId }: Gift, near: readonly Gift[]): Gift | Reason {
    this.looks += LOOKS_OF_QUESTION;
    return this.calendars.give(unit, providerId, near);
  }

  private numberOf(gift: Gift): number {
    const number = this.numbers.get(gift) ?? this.numbers.size;
    this.numbers.set(gift, number);
    return number;
  }
}

/** Whether two may be in each other's way at their times. */
function meet(one: Given, other: Given): boolean {
  if (!overlaps(one.busy, other.busy)) return false;
  return share(one.people, other.people) || share(one.resourceIds, other.resourceIds);
}

function share(some: readonly number[], others: readonly number[]): boolean {
  return some.some((id) => others.includes(id));
}
