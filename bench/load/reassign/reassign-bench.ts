import { join } from 'node:path';
import { openDataset } from '../dataset';
import type { Bench } from '../measure';
import type { Next } from '../operations/operation';
import type { Options } from '../options';
import { Progress } from '../progress';
import { writeResults } from '../report/results-file';
import { median } from '../report/statistics';
import { processorMs } from '../service/process-facts';
import { ApiCalls } from '../worst/api-calls';
import { filledTeam, GIVEN, openDates } from './filled-team';

const FIRST_DAY = 30;

/** One reassignment of all appointments of a provider. */
interface Turn {
  /** Whether an unrelated provider is booked meanwhile. */
  readonly isBooked: boolean;
  readonly ms: number;
  /** Processor time of the service, the bookings included. */
  readonly processorMs: number;
  /** The times of the bookings, in ms. */
  readonly before: readonly number[];
  readonly during: readonly number[];
}

/** `npm run bench -- --reassign`: how long 500 appointments take that go to others, and whether bookings of other providers wait for it. */
export async function benchReassign(folder: string, { sizes, seconds, rounds, out }: Options): Promise<void> {
  const progress = new Progress();
  const [size = 0] = sizes;
  const dataset = await openDataset(join(folder, String(size)), size, 1, ['book'], progress);
  try {
    const { bench } = dataset;
    const [operation] = bench.operations;
    if (operation === undefined) throw new Error('there is no operation that books');
    const next = operation.begin(bench.ground);
    const turns: Turn[] = [];
    for (let round = 1; round <= rounds; round++) {
      for (const isBooked of [false, true]) {
        progress.say(`round ${round} of ${rounds}: ${isBooked ? 'beside bookings' : 'alone'}`);
        turns.push(await reassign(bench, isBooked ? next : undefined, seconds));
      }
    }
    publish(turns, out);
  } finally {
    await dataset.close();
  }
}

/** With a team of its own, so that all turns are alike. @throws Error unless all are given away */
async function reassign(
  { service, key, ground }: Bench,
  next: Next | undefined,
  seconds: number,
): Promise<Turn> {
  const api = new ApiCalls(service.origin, key);
  const dates = openDates(ground.today + FIRST_DAY);
  const { providerId, toProviderIds } = await filledTeam(api, dates);
  const bookings = new Bookings(api, next);
  await bookings.run(seconds * 1_000);
  const [began, processorBefore] = [performance.now(), processorMs(service.pid) ?? NaN];
  const range = { from: dates[0], to: dates.at(-1) };
  const [answer] = await Promise.all([
    api
      .send({
        method: 'POST',
        path: '/api/v1/appointments/reassign',
        body: { ...range, providerId, toProviderIds },
      })
      .finally(() => {
        bookings.stop();
      }),
    bookings.run(Infinity),
  ]);
  const given = answer.text.split('"reassigned"').length - 1;
  if (given !== GIVEN) throw new Error(`${given} were given away: ${answer.text.slice(0, 500)}`);
  return {
    isBooked: next !== undefined,
    ms: answer.ms,
    processorMs: (processorMs(service.pid) ?? NaN) - processorBefore,
    ...bookings.around(began),
  };
}

/** Books with unrelated providers, one request after the other. */
class Bookings {
  private readonly answered: { readonly ended: number; readonly ms: number }[] = [];
  private isStopped = false;

  /** @param next undefined: it books nothing */
  constructor(
    private readonly api: ApiCalls,
    private readonly next: Next | undefined,
  ) {}

  /** @throws Error when a booking is refused */
  async run(ms: number): Promise<void> {
    const end = performance.now() + ms;
    while (this.next !== undefined && !this.isStopped && performance.now() < end) {
      const answer = await this.api.send(this.next());
      if (answer.status !== 201) throw new Error(`a booking answered ${answer.status}: ${answer.text}`);
      this.answered.push({ ended: performance.now(), ms: answer.ms });
    }
  }

  stop(): void {
    this.isStopped = true;
  }

  /** The times of those that were answered before a moment and after it. */
  around(moment: number): Pick<Turn, 'before' | 'during'> {
    const timesOf = (isAfter: boolean) =>
      this.answered.filter(({ ended }) => ended > moment === isAfter).map(({ ms }) => ms);
    return { before: timesOf(false), during: timesOf(true) };
  }
}

function publish(turns: readonly Turn[], out: string): void {
  const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |\n`;
  const rows = turns.map(({ isBooked, ms, processorMs: cpu, before, during }) => [
    isBooked ? 'beside bookings' : 'alone',
    ...[ms.toFixed(0), cpu.toFixed(0)],
    ...(isBooked ? bookingCells(before, during) : ['–', '–', '–', '–', '–']),
  ]);
  const head = [
    ...['500 given away', 'ms', 'CPU ms of the service', 'bookings meanwhile'],
    ...['median ms before', 'median ms meanwhile', 'ratio', 'longest ms meanwhile'],
  ];
  process.stdout.write([head, head.map(() => '---:'), ...rows].map(row).join(''));
  writeResults(out, 'reassign', { turns });
}

function bookingCells(before: readonly number[], during: readonly number[]): readonly (string | number)[] {
  const [usual, meanwhile] = [median(before), median(during)];
  return [
    ...[during.length, usual.toFixed(1), meanwhile.toFixed(1), (meanwhile / usual).toFixed(1)],
    Math.max(...during).toFixed(0),
  ];
}
