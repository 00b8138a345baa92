/** Something that happened to one object, at one moment between `from` and `to`. Times are in ms of one clock. */
export interface Step<State> {
  readonly from: number;
  /** Infinity: there was no answer, so it may happen at any later time. */
  readonly to: number;
  /** The number of the event that tells of it. Steps with numbers happen in their order. */
  readonly event?: number | undefined;
  /** It may never have happened. */
  readonly isOptional: boolean;
  readonly text: string;
  /** The states in which it can leave the object; none: it cannot have happened. What changes nothing gives the same object. */
  readonly after: (state: State) => readonly State[];
}

/** What a search has found. */
export interface Outcome<State> {
  /** `unknown`: the search was given up. */
  readonly isExplained: boolean | 'unknown';
  /** How many points it looked at. */
  readonly looked: number;
  /** The longest order that was found, and the state that it leaves. */
  readonly order: readonly string[];
  readonly state: State;
  /** The steps of which one had to be next. */
  readonly next: readonly string[];
}

/** Some steps have happened, in some order. */
interface Point<State> {
  readonly state: State;
  /** The steps that have begun and not happened yet, by `from`. */
  readonly open: readonly number[];
  /** The first step that has not begun. */
  readonly begun: number;
  /** How many steps with an event have happened, and how many that are not optional. */
  readonly told: number;
  readonly done: number;
  readonly before?: { readonly point: Point<State>; readonly step: number };
}

/**
 * Searches for an order of steps that respects real time and the events, and in which each step can happen: the algorithm of Wing and Gong,
 * with the memory of Lowe, who never looks twice at the same steps in the same state. A state has a key, which is equal for equal states.
 */
export class Search<State extends { readonly key: string }> {
  private readonly steps: readonly Step<State>[];
  /** The steps with an event, in the order of the events. */
  private readonly told: readonly number[];
  private readonly required: number;
  private readonly seen = new Set<string>();

  /** @param most points to look at before the search is given up */
  constructor(
    steps: readonly Step<State>[],
    private readonly most = 400_000,
  ) {
    this.steps = steps.toSorted((a, b) => a.from - b.from);
    const told = this.steps.flatMap(({ event }, index) => (event === undefined ? [] : { event, index }));
    this.told = told.sort((a, b) => a.event - b.event).map(({ index }) => index);
    this.required = steps.filter(({ isOptional }) => !isOptional).length;
  }

  run(initial: State): Outcome<State> {
    const first: Point<State> = { state: initial, open: [], begun: 0, told: 0, done: 0 };
    const stack = [first];
    let furthest = first;
    let point: Point<State> | undefined;
    while ((point = stack.pop()) !== undefined && this.seen.size <= this.most) {
      if (point.done >= furthest.done) furthest = point;
      if (point.done === this.required) break;
      stack.push(...this.pointsAfter(point));
    }
    const { candidates, open } = this.withBegun(furthest);
    return {
      isExplained: furthest.done === this.required || (this.seen.size > this.most ? 'unknown' : false),
      looked: this.seen.size,
      order: this.orderOf(furthest),
      state: furthest.state,
      next: (candidates.length > 0 ? candidates : open).map((index) => this.textOf(index)),
    };
  }

  /** Lets all steps begin that may happen before another one must have happened. `candidates` are those that may be next. */
  private withBegun({ open: before, begun: first, told }: Point<State>) {
    const open = [...before];
    const candidates: number[] = [];
    let [firstEnd, begun] = [Infinity, first];
    const canBegin = (index: number): boolean => {
      const step = this.steps[index];
      if (step === undefined || step.from > firstEnd) return false;
      firstEnd = Math.min(firstEnd, step.to);
      if (step.event === undefined || this.told[told] === index) candidates.push(index);
      return true;
    };
    before.forEach(canBegin);
    while (canBegin(begun)) open.push(begun++);
    return { open, begun, candidates };
  }

  /** The points behind one, the best last. A step that changes nothing never has to wait for another one. */
  private pointsAfter(point: Point<State>): Point<State>[] {
    const { open, begun, candidates } = this.withBegun(point);
    const found: Point<State>[] = [];
    for (const index of candidates.sort((a, b) => this.rank(b) - this.rank(a))) {
      const { after, event, isOptional = false } = this.steps[index] ?? {};
      const states = after?.(point.state) ?? [];
      const changed = {
        ...{ begun, open: open.filter((other) => other !== index), before: { point, step: index } },
        ...{ told: point.told + (event === undefined ? 0 : 1), done: point.done + (isOptional ? 0 : 1) },
      };
      const points = states.map((state) => ({ ...changed, state }));
      if (states.length === 1 && states[0] === point.state) return points.filter((each) => this.isNew(each));
      found.push(...points);
    }
    return found.filter((each) => this.isNew(each));
  }

  /** Those with an event come first, then those that end first; those that may never have happened come last. */
  private rank(index: number): number {
    const { event, isOptional = false, to = 0 } = this.steps[index] ?? {};
    if (isOptional) return Number.MAX_VALUE;
    return event === undefined ? Math.min(to, Number.MAX_SAFE_INTEGER) : -1;
  }

  private isNew({ state, open, begun }: Point<State>): boolean {
    const { size } = this.seen;
    return this.seen.add(`${begun} ${open.join()} ${state.key}`).size > size;
  }

  private orderOf(point: Point<State>): string[] {
    const order: string[] = [];
    for (let at = point.before; at !== undefined; at = at.point.before) order.push(this.textOf(at.step));
    return order.reverse();
  }

  private textOf(index: number): string {
    return this.steps[index]?.text ?? '';
  }
}
