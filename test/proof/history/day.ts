/** What the reference says of one provider's day. Times of day are in minutes, instants in epoch ms. */
export interface DayRules {
  readonly opens: number;
  readonly closes: number;
  /** The provider's `maxPerDay`. */
  readonly most: number;
  /** By id: the duration, the buffer behind it, and the interval of the offered starts. */
  readonly services: Readonly<Record<number, { lasts: number; buffer: number; every: number }>>;
}

interface Time {
  readonly start: number;
  /** The id of the service. */
  readonly service: number;
}

export interface Appointment extends Time {
  /** Whether it occupies its time: it is not cancelled. */
  readonly isOn: boolean;
}

export interface Hold extends Time {
  /** `expiresAt`. */
  readonly ends: number;
  /** A booking took its time, because it had ended by the clock of an instance. By that of another one it may still be shown. */
  readonly isLost: boolean;
}

/** An entry of the waitlist, with the hold of its latest offer. */
export interface Entry {
  readonly status: 'open' | 'booked' | 'withdrawn';
  readonly hold?: string;
}

type Thing = Appointment | Hold | Entry;

type NamedAppointment = readonly [id: string, appointment: Appointment];
type Reason = 'slot_taken' | 'limit_reached' | undefined;

/** The present, and the appointment that moves. */
export interface Question {
  readonly now: number;
  readonly except?: string;
}

/** The appointments, holds and entries of the waitlist of one provider's day, whose ids differ. A change makes another day of it. */
export class Day {
  private text: string | undefined;

  constructor(
    private readonly rules: DayRules,
    private readonly things: ReadonlyMap<string, Thing> = new Map<string, Thing>(),
  ) {}

  /** Equal for equal days. */
  get key(): string {
    const texts = () => [...this.things].map((each) => JSON.stringify(each));
    return (this.text ??= texts().sort().join(' '));
  }

  /** When holds end, behind an instant and up to another one. */
  endsWithin(from: number, to: number): number[] {
    const ends = [...this.things.values()].flatMap((thing) => ('ends' in thing ? thing.ends : []));
    return ends.filter((end) => end > from && end <= to);
  }

  appointment(id: string): Appointment | undefined {
    return this.things.get(id) as Appointment | undefined;
  }

  entry(id: string): Entry | undefined {
    return this.things.get(id) as Entry | undefined;
  }

  /** A hold that has not ended. */
  liveHold(id: string | undefined, now: number): Hold | undefined {
    const hold = this.things.get(id ?? '') as Hold | undefined;
    return hold !== undefined && hold.ends > now ? hold : undefined;
  }

  /** Those that occupy time, by start. */
  appointments(): NamedAppointment[] {
    const all = [...this.things].filter(([, thing]) => 'isOn' in thing && thing.isOn) as NamedAppointment[];
    return all.sort(([, a], [, b]) => a.start - b.start);
  }

  /** The appointments that a time would overlap, by start. */
  conflicts(start: number, service: number): NamedAppointment[] {
    return this.appointments().filter(([, other]) => this.overlap({ start, service }, other));
  }

  /** Why a time cannot be had. */
  reasonAgainst(start: number, service: number, question: Question): Reason {
    const taken = this.taken(question);
    if (taken.some((other) => this.overlap({ start, service }, other))) return 'slot_taken';
    return taken.length >= this.rules.most ? 'limit_reached' : undefined;
  }

  /** The offered starts. */
  offers(service: number, question: Question): number[] {
    const { opens, closes, services } = this.rules;
    const { lasts = Infinity, every = 1 } = services[service] ?? {};
    const count = Math.max(Math.floor((closes - lasts - opens) / every) + 1, 0);
    const starts = Array.from({ length: count }, (_, nth) => opens + nth * every);
    return starts.filter((start) => this.reasonAgainst(start, service, question) === undefined);
  }

  /** With one thing more, or changed; undefined: there is no time for it. @param isCounted whether the limit is asked */
  taking(id: string, thing: Appointment | Hold, now: number, isCounted = true): Day | undefined {
    const reason = this.reasonAgainst(thing.start, thing.service, { now, except: id });
    if (reason === 'slot_taken' || (isCounted && reason !== undefined)) return undefined;
    const lost = [...this.things].flatMap(([other, hold]) =>
      'ends' in hold && this.overlap(thing, hold) ? [[other, { ...hold, isLost: true }] as const] : [],
    );
    return this.with([...lost, [id, thing]]);
  }

  /** @param changes undefined removes */
  with(changes: readonly (readonly [id: string, thing: Thing | undefined])[]): Day {
    const things = new Map(this.things);
    for (const [id, thing] of changes)
      if (thing === undefined) things.delete(id);
      else things.set(id, thing);
    return new Day(this.rules, things);
  }

  private taken({ now, except }: Question): Time[] {
    return [...this.things].flatMap(([id, thing]) => {
      if (id === except || 'status' in thing) return [];
      return ('isOn' in thing ? thing.isOn : !thing.isLost && thing.ends > now) ? thing : [];
    });
  }

  private overlap(a: Time, b: Time): boolean {
    return a.start < this.until(b) && b.start < this.until(a);
  }

  private until({ start, service }: Time): number {
    const { lasts = 0, buffer = 0 } = this.rules.services[service] ?? {};
    return start + lasts + buffer;
  }
}
