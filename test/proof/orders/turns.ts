import { setTimeout as wait } from 'node:timers/promises';
import type { Answer, ApiClient } from '../../support/api-client';
import type { Gate, Statement } from './gate';
import type { PreparedRequest } from './requests';
import type { StartState } from './state';

/** A request that has not gone on for so long waits without an end, in ms. PostgreSQL gives up a lock after 8 s. */
const ENDLESS_MS = 30_000;
/** A statement that is answered sooner is not looked for among those that wait for a lock, in ms. */
const QUICK_MS = 4;

/** An instance of the service behind its gate. */
export interface Instance {
  readonly gate: Gate;
  readonly client: ApiClient;
}

/** By turns: how many statements each request sends before it is the turn of the other one; after that each goes on to its end. */
export interface Order {
  readonly first: 0 | 1;
  readonly turns: readonly number[];
}

/** What has happened in an order. */
export interface Happened {
  readonly answers: readonly (Answer | undefined)[];
  /** Which request sent each statement, such as `AABBA`; in lower case when it had to wait for a lock. */
  readonly trace: string;
  readonly texts: readonly (readonly string[])[];
}

/** One of the two requests. */
class Runner {
  answer: Answer | undefined;
  readonly texts: string[] = [];
  private done: Promise<unknown> | undefined;
  /** A statement whose answer is not delivered yet, and whether PostgreSQL has none so far. */
  private passing: Statement | undefined;
  private isWaiting = false;
  /** Resolves once PostgreSQL has answered it. */
  answered: Promise<unknown> | undefined;

  constructor(
    private readonly letter: string,
    private readonly instance: Instance,
    private readonly request: PreparedRequest,
    private readonly state: StartState,
  ) {}

  get isOver(): boolean {
    return this.answer !== undefined;
  }

  /** Whether it waits for no lock. */
  get canGoOn(): boolean {
    return !this.isOver && !this.isWaiting;
  }

  /** Sends the next statement, and waits for its answer unless that waits for the other request. @returns the letter of the trace */
  async goOn(other: Runner): Promise<string> {
    if (this.passing !== undefined || this.done === undefined) await this.settle();
    const statement = this.instance.gate.waiting.shift();
    if (statement === undefined) return '';
    this.texts.push(statement.text);
    this.passing = statement;
    this.isWaiting = true;
    this.answered = statement.pass().then(() => (this.isWaiting = false));
    if (await this.isBlocked(statement, other)) return this.letter.toLowerCase();
    await this.settle();
    return this.letter;
  }

  /** Lets pass what is sent after the answer. */
  async finish(): Promise<void> {
    for (let next; (next = this.instance.gate.waiting.shift()) !== undefined;) {
      await next.pass();
      next.deliver();
      await wait(1);
    }
  }

  /** Delivers what was answered, and waits for the next statement or the end. */
  private async settle(): Promise<void> {
    this.passing?.deliver();
    this.passing = undefined;
    this.done ??= this.request.send(this.instance.client).then((answer) => (this.answer = answer));
    await this.instance.gate.nextStatement(this.done, ENDLESS_MS);
    if (!this.isOver && this.instance.gate.waiting.length === 0)
      throw new Error('a request waits without an end');
  }

  private async isBlocked({ backend }: Statement, other: Runner): Promise<boolean> {
    for (;;) {
      await Promise.race([this.answered, wait(QUICK_MS)]);
      if (!this.isWaiting) return false;
      if (!other.isOver && (await this.state.isBlocked(backend, other.instance.gate.backends))) return true;
    }
  }
}

/** Sends two requests, each to an instance of its own, whose statements are executed in an order. */
export async function happen(
  instances: readonly [Instance, Instance],
  requests: readonly PreparedRequest[],
  state: StartState,
  { first, turns }: Order,
): Promise<Happened> {
  const runners = instances.map(
    (instance, nth) => new Runner('AB'.charAt(nth), instance, requests[nth] ?? NOTHING, state),
  ) as [Runner, Runner];
  for (const { gate } of instances) gate.isClosed = true;
  const left = [...turns];
  let trace = '';
  let turn = left.shift() ?? Infinity;
  let nth: number = first;
  try {
    while (!runners.every(({ isOver }) => isOver)) {
      const [runner, other] = [runners[nth], runners[1 - nth]] as [Runner, Runner];
      if (!runner.canGoOn && !other.canGoOn) await firstOf(runners);
      if ((turn === 0 && other.canGoOn) || !runner.canGoOn) {
        nth = 1 - nth;
        turn = left.shift() ?? Infinity;
      } else {
        trace += await runner.goOn(other);
        turn = Math.max(turn - 1, 0);
      }
    }
  } finally {
    for (const { gate } of instances) gate.isClosed = false;
    for (const runner of runners) await runner.finish();
  }
  return { answers: runners.map(({ answer }) => answer), trace, texts: runners.map(({ texts }) => texts) };
}

/** Stands in the place of the second request where one is sent alone. */
const NOTHING: PreparedRequest = {
  name: 'nothing',
  send: () => Promise.resolve({ status: 0, headers: new Headers(), body: undefined }),
};

async function firstOf(runners: readonly Runner[]): Promise<void> {
  const answered = runners.flatMap((runner) => (runner.isOver ? [] : runner.answered));
  const isOver = await Promise.race([...answered, wait(ENDLESS_MS, 'over')]);
  if (isOver === 'over') throw new Error('both requests wait without an end');
}
