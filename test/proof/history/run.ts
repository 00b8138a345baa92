import { setTimeout as wait } from 'node:timers/promises';
import { insertKey } from '../../faults/support/sample-business';
import { ApiClient } from '../../support/api-client';
import { aProvider, aService } from '../../support/builders';
import { query } from '../../support/database/query';
import { Dice } from '../../support/random-business/dice';
import { Client, Recorder } from './client';
import type { DayRules } from './day';
import { type About, at, instant, isSettled, readBy, type Recorded } from './record';
import type { Stage } from './stage';

const CLIENTS = 8;
/** How long events may take to be readable after the last change. */
const SETTLE_MS = 20_000;
const PAUSE_MS = 100;
const DAY_MS = 86_400_000;
const [OPENS, CLOSES] = [9 * 60, 13 * 60];
const SCHEDULE = [1, 2, 3, 4, 5].map((day) => ({ day, start: '09:00', end: '13:00' }));
/** `maxPerDay` of the providers. */
const LIMITS = [null, 4, null];

/**
 * A hold lasts a minute at least, and so does an offer. In the database of a run they last a twelfth of that, so that many end. How they
 * end is not changed.
 */
const SHORTER_HOLDS = `
  create or replace function shorten_hold() returns trigger language plpgsql as $$
  begin
    new.expires_at := date_trunc('milliseconds', new.created_at + (new.expires_at - new.created_at) / 12);
    return new;
  end $$;
  create or replace trigger shorten_hold before insert on holds for each row execute function shorten_hold()`;

export interface RunOptions {
  readonly seed: number;
  /** How many calls at least. */
  readonly calls: number;
  /** How many faults; the clients go on until they are over. */
  readonly faults: number;
}

/** Lets clients and faults loose on a stage, and records what happens. */
export async function run(stage: Stage, { seed, calls, faults }: RunOptions): Promise<Recorded> {
  const { urls, databaseUrl, clocks } = stage;
  await query(databaseUrl, SHORTER_HOLDS);
  const keys = await Promise.all(Array.from({ length: CLIENTS }, () => insertKey(databaseUrl)));
  const [apiKey = ''] = keys;
  const { days, times } = await openBusiness(new ApiClient(urls[0] ?? '', apiKey));
  const recorder = new Recorder(`s${seed}`, urls);
  const clients = keys.map((key, index) => new Client(recorder, new Dice(seed * 100 + index), key, times));
  const dice = new Dice(seed * 100 + CLIENTS);
  // Each fault happens once before one happens again.
  const rounds = Array.from({ length: faults }, () => dice.shuffled(Object.keys(stage.faults)));
  const chosen = rounds.flat().slice(0, faults);
  let isOver = false;
  const goOn = () => !isOver || recorder.calls.length < calls;
  const reader = new EventReader(recorder, apiKey, at(times, 0));
  await Promise.all([
    happen(stage, chosen).finally(() => (isOver = true)),
    reader.followWhile(goOn),
    ...clients.map(async (client) => {
      while (goOn()) await client.doOne();
    }),
  ]);
  const endedAt = instant();
  await reader.settle(await readLast(recorder, apiKey, times));
  return { seed, faults: chosen, clocks, days, calls: recorder.calls, endedAt };
}

/** Three providers who work four hours on two days, and two services: many clients want the same times. */
async function openBusiness(client: ApiClient): Promise<{ days: Record<string, DayRules>; times: About[] }> {
  const cut = await aService(client);
  const colour = await aService(client, { durationMin: 45, bufferAfterMin: 15, slotIntervalMin: 30 });
  const services = {
    [cut]: { lasts: 30, buffer: 0, every: 30 },
    [colour]: { lasts: 45, buffer: 15, every: 30 },
  };
  const days: Record<string, DayRules> = {};
  for (const maxPerDay of LIMITS) {
    const id = await aProvider(client, { schedule: SCHEDULE, maxPerDay });
    const most = maxPerDay ?? Number.MAX_SAFE_INTEGER;
    for (const date of twoDates()) days[`${id} ${date}`] = { opens: OPENS, closes: CLOSES, most, services };
  }
  // Most on the half hour: more clients want the same time.
  const minutes = (nth: number) => (nth < 14 ? nth * 15 : ((nth - 14) >> 1) * 30);
  const starts = Array.from({ length: 28 }, (_, nth) => OPENS + minutes(nth));
  const times = Object.keys(days).flatMap((day) =>
    starts.flatMap((start) => [cut, colour].map((service) => ({ day, start, service }))),
  );
  return { days, times };
}

/** The Tuesday and the Wednesday in three weeks. */
function twoDates(): string[] {
  const tuesday = Date.now() + (21 + ((9 - new Date().getUTCDay()) % 7)) * DAY_MS;
  return [tuesday, tuesday + DAY_MS].map((at) => new Date(at).toISOString().slice(0, 10));
}

async function happen({ faults }: Stage, chosen: readonly string[]): Promise<void> {
  for (const name of chosen) {
    await wait(2_000);
    await faults[name]?.();
  }
  await wait(2_000);
}

/** Reads the last state of everything: what was acknowledged must still be there. @returns the id of a last change */
async function readLast(recorder: Recorder, apiKey: string, times: readonly About[]): Promise<string> {
  let instance = 0;
  const send = async (act: string, about: About): Promise<string> => {
    instance = (instance + 1) % recorder.urls.length;
    const call = await recorder.send(act, about, apiKey, { instance });
    if (!isSettled(call)) await wait(PAUSE_MS);
    return isSettled(call) ? call.id : send(act, about);
  };
  for (const time of times.filter(({ start }) => start === OPENS))
    for (const act of ['list', 'slots']) await send(act, time);
  const time = at(times, 0);
  for (const appointment of new Set(recorder.known.appointment))
    await send('read', { ...time, appointment: Number(appointment) });
  return send('wait', time);
}

/** Follows the events as docs/reference/events.md says, and reads all of them again at the end. */
class EventReader {
  private after = 0;
  private instance = 0;

  constructor(
    private readonly recorder: Recorder,
    private readonly apiKey: string,
    private readonly about: About,
  ) {}

  async followWhile(goOn: () => boolean): Promise<void> {
    while (goOn()) {
      await this.read();
      await wait(PAUSE_MS);
    }
  }

  /** Waits until the last change can be read, and a second longer. @param last its `X-Request-Id` */
  async settle(last: string): Promise<void> {
    const until = instant() + SETTLE_MS;
    while (instant() < until && !(await this.read()).includes(last)) await wait(PAUSE_MS);
    await wait(1_000);
    this.after = 0;
    while ((await this.read()).length > 0);
  }

  /** @returns the requests that made the changes that were read */
  private async read(): Promise<readonly unknown[]> {
    const { instance, after } = this;
    const call = await this.recorder.send('events', { ...this.about, after }, this.apiKey, { instance });
    if (!isSettled(call)) this.instance = (instance + 1) % this.recorder.urls.length;
    this.after = call.answer.meta?.next ?? after;
    return readBy(call).map(({ requestId }) => requestId);
  }
}
