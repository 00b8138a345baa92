import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { NoReply, type OutgoingRequest, type Reply, sendRequest } from '../../faults/support/send-request';
import type { Dice } from '../../support/random-business/dice';
import { type About, type Answer, type Call, instant, isSettled } from './record';

/** How long a client waits for an answer before it goes to the next instance, in ms. */
const PATIENCE_MS = 3_000;
const RETRY_MS = 150;
const ATTEMPTS = 8;
/** How many of the latest ids clients choose among: nothing races for old ones. */
const LATEST = 12;

type Subject = 'time' | 'appointment' | 'hold' | 'entry';
type Request = Pick<OutgoingRequest, 'method' | 'path' | 'body'>;

/** What requests name: members of their bodies and queries, and paths. */
type Named = ReturnType<typeof namedBy>;

/** What clients do: how often, about what, and by which request. */
const ACTS: Readonly<Record<string, readonly [number, Subject, (named: Named) => Request]>> = {
  book: [15, 'time', ({ customer, time }) => post('/appointments', { ...customer, ...time })],
  useHold: [6, 'hold', ({ customer, holdId }) => post('/appointments', { ...customer, holdId })],
  move: [12, 'appointment', ({ one, moved }) => patch(one, moved)],
  cancel: [9, 'appointment', ({ one }) => patch(`${one}/status`, { status: 'cancelled' })],
  reopen: [6, 'appointment', ({ one }) => patch(`${one}/status`, { status: 'confirmed' })],
  remove: [3, 'appointment', ({ one }) => remove(one)],
  read: [5, 'appointment', ({ one }) => get(one)],
  hold: [9, 'time', ({ time }) => post('/holds', { ...time, ttlSec: 60 })],
  release: [4, 'hold', ({ holdId }) => remove(`/holds/${holdId}`)],
  readHold: [3, 'hold', ({ holdId }) => get(`/holds/${holdId}`)],
  wait: [5, 'time', ({ customer, wanted }) => post('/waitlist', { ...customer, ...wanted })],
  accept: [5, 'entry', ({ entry }) => post(`${entry}/accept`)],
  decline: [3, 'entry', ({ entry }) => post(`${entry}/decline`)],
  withdraw: [2, 'entry', ({ entry }) => remove(entry)],
  readEntry: [5, 'entry', ({ entry }) => get(entry)],
  slots: [13, 'time', ({ date }) => get('/availability/slots', date)],
  check: [8, 'time', ({ time }) => post('/availability/check', time)],
  list: [9, 'time', ({ whole }) => get('/appointments', { ...whole, status: 'confirmed', length: 100 })],
  events: [0, 'time', ({ after }) => get('/events', { after, length: 100 })],
};
const CHOICES = Object.entries(ACTS).flatMap(([act, [weight]]) => new Array<string>(weight).fill(act));
/** Ids of things that never were, for what clients ask before anything was made. */
const NOTHING = { appointment: 0, hold: '00000000-0000-4000-8000-000000000000', entry: 0 };
const KEYED = ['book', 'useHold', 'hold', 'wait', 'accept', 'decline'];

const post = (path: string, body?: object): Request => ({ method: 'POST', path, ...(body && { body }) });
const patch = (path: string, body: object): Request => ({ method: 'PATCH', path, body });
const remove = (path: string): Request => ({ method: 'DELETE', path });
const get = (path: string, query: object = {}): Request => ({
  method: 'GET',
  path: `${path}?${new URLSearchParams(query as Record<string, string>).toString()}`,
});

function namedBy({ day, start, service, appointment, hold, entry, after }: About, name: string) {
  const [provider, date = ''] = day.split(' ');
  const [of, serviceId] = [{ providerId: Number(provider) }, service];
  const moved = { ...of, date, start: new Date(start * 60_000).toISOString().slice(11, 16) };
  const whole = { ...of, from: date, to: date };
  return {
    ...{ moved, time: { ...moved, serviceId }, date: { ...of, serviceId, date } },
    ...{ whole, wanted: { ...whole, serviceId }, customer: { name, email: `${name}@example.com` } },
    ...{ holdId: hold, after, one: `/appointments/${appointment}`, entry: `/waitlist/${entry}` },
  };
}

/** Sends requests, and keeps a record of every one. */
export class Recorder {
  readonly calls: Call[] = [];
  /** The ids that answers have named. */
  readonly known = { appointment: [] as unknown[], hold: [] as unknown[], entry: [] as unknown[] };
  private count = 0;

  constructor(
    private readonly run: string,
    readonly urls: readonly string[],
  ) {}

  /** @param cutAfterMs when the client closes the connection */
  async send(
    act: string,
    about: About,
    apiKey: string,
    { instance = 0, name = 'last', key = undefined as string | undefined, cutAfterMs = PATIENCE_MS },
  ): Promise<Call> {
    const id = `${this.run}-${++this.count}`;
    const request = ACTS[act]?.[2](namedBy(about, name)) ?? get('');
    const headers = { 'x-request-id': id, ...(key !== undefined && { 'idempotency-key': key }) };
    const outgoing = { ...request, key: apiKey, headers, disconnectAfterMs: cutAfterMs };
    const from = instant();
    const reply = await sendRequest(this.urls[instance] ?? '', outgoing).catch(orUndefined);
    const { status = 0, body: answer = {} } = reply ?? {};
    const call = {
      ...{ id, act, ...about, instance, key, from, to: instant(), status },
      ...{ answer: answer as Answer, isReplayed: reply?.headers['idempotency-replayed'] === 'true' },
    };
    this.calls.push(call);
    const made = act === 'hold' ? 'hold' : act === 'wait' ? 'entry' : 'appointment';
    if (status === 201) this.known[made].push(call.answer.data?.id);
    if (call.answer.data?.offer) this.known.hold.push(call.answer.data.offer.holdId);
    return call;
  }
}

function orUndefined(error: unknown): Reply | undefined {
  if (error instanceof NoReply) return undefined;
  throw error;
}

/** A client that does one thing after the other, as its random numbers say. */
export class Client {
  private readonly keyed: { act: string; about: About; name: string; key: string }[] = [];
  private instance = 0;

  constructor(
    private readonly recorder: Recorder,
    private readonly dice: Dice,
    private readonly apiKey: string,
    /** Times to choose among. */
    private readonly times: readonly About[],
  ) {}

  async doOne(): Promise<void> {
    if (this.dice.chance(0.04) && this.keyed.length > 0) {
      const { act, about, name, key } = this.dice.pick(this.keyed.slice(-LATEST));
      await this.send(act, about, name, key);
      return;
    }
    const act = this.dice.pick(CHOICES);
    const about = this.aboutOf(ACTS[act]?.[1] ?? 'time');
    const name = `visitor-${randomUUID()}`;
    const key = KEYED.includes(act) && this.dice.chance(0.5) ? randomUUID() : undefined;
    if (key !== undefined) this.keyed.push({ act, about, name, key });
    for (let attempt = 1; !isSettled(await this.send(act, about, name, key)); attempt++)
      if (key === undefined || attempt === ATTEMPTS) return;
  }

  private async send(act: string, about: About, name: string, key: string | undefined): Promise<Call> {
    const { instance, dice } = this;
    const isCut = dice.chance(0.02);
    const sending = { instance, name, key, ...(isCut && { cutAfterMs: dice.between(0, 39) }) };
    const call = await this.recorder.send(act, about, this.apiKey, sending);
    const isLost = !isSettled(call) && !isCut;
    if (isLost || dice.chance(0.1)) this.instance = (instance + 1) % this.recorder.urls.length;
    if (isLost) await wait(RETRY_MS);
    return call;
  }

  /** Most of the clients are at one day, which changes from time to time: there they meet. */
  private aboutOf(subject: Subject): About {
    const { calls, known } = this.recorder;
    const nearby = this.times[(Math.floor(calls.length / 80) * 37) % this.times.length];
    const isNearby = this.dice.chance(0.65);
    const time = this.dice.pick(isNearby ? this.times.filter(({ day }) => day === nearby?.day) : this.times);
    if (subject === 'time') return time;
    return { ...time, [subject]: this.dice.pick(known[subject].slice(-LATEST)) ?? NOTHING[subject] };
  }
}
