import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiCalls, RawAnswer } from '../load/worst/api-calls';
import { median } from '../load/report/statistics';
import { type Business, pick } from './business';
import type { Done } from './sample';

const CLIENTS = 8;
/** Between two requests of a client: the load is the same from the first minute to the last, and far from the limit. */
const PAUSE_MS = 500;
/** Appointments that the load still changes. */
const REMEMBERED = 200;
/** Enough to see what is wrong. */
const MOST_UNEXPECTED = 20;

/** A step of a client. */
type Act = () => Promise<void>;

/** Clients that do everything that a business does, at a steady pace. */
export class SoakLoad {
  readonly statuses: Record<string, number> = {};
  readonly unexpected: string[] = [];
  private readonly booked: number[] = [];
  private readonly times: number[] = [];
  private requests = 0;
  private writes = 0;
  private isOver = false;
  private clients: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly calls: ApiCalls,
    private readonly business: Business,
  ) {}

  static start(calls: ApiCalls, business: Business): SoakLoad {
    const load = new SoakLoad(calls, business);
    load.clients = Promise.all(Array.from({ length: CLIENTS }, () => load.run()));
    return load;
  }

  /** What was done since the last call; writes since the beginning. */
  takeDone(): Done {
    const done = { requests: this.requests, writes: this.writes, medianMs: median(this.times) };
    this.requests = 0;
    this.times.length = 0;
    return done;
  }

  async end(): Promise<void> {
    this.isOver = true;
    await this.clients;
  }

  private async run(): Promise<void> {
    const acts = this.acts();
    while (!this.isOver) {
      await pick(acts)();
      await sleep(PAUSE_MS);
    }
  }

  /** As often as they are listed. */
  private acts(): readonly Act[] {
    const { business } = this;
    const { slots, book, bookGroup, bookHeld, cancel, move } = this;
    const get = (path: () => string) => () => this.send('GET', path()).then(() => undefined);
    return [
      ...[slots, slots, book, book, book, bookGroup, bookHeld, cancel, cancel, move, this.wait],
      ...[this.bookSeries, this.bookVisit, this.leaveWaitlist],
      get(() => '/api/v1/appointments?length=20&sort=start:desc'),
      get(() => '/api/v1/customers?q=customer&length=10'),
      get(() => '/api/v1/events?after=latest'),
      get(() => pick(business.feeds)),
    ];
  }

  private readonly slots = async (): Promise<void> => {
    const { service, date } = this.business;
    await this.send('GET', `/api/v1/availability/slots?serviceId=${service}&date=${date}&anyProvider=true`);
  };

  private readonly book = () => this.bookWith({ serviceId: this.business.service });

  private readonly bookGroup = () => this.bookWith({ serviceId: this.business.group });

  private async bookWith(members: object): Promise<void> {
    const { provider: providerId, date, start, person } = this.business;
    this.remember(
      await this.send('POST', '/api/v1/appointments', { ...person, providerId, date, start, ...members }),
    );
  }

  private readonly bookHeld = async (): Promise<void> => {
    const { provider: providerId, service: serviceId, date, start, person } = this.business;
    const body = { providerId, serviceId, date, start, ttlSec: 60 };
    const held = await this.send('POST', '/api/v1/holds', body);
    // Every third hold is left to end by itself.
    if (held.status !== 201 || Math.random() < 1 / 3) return;
    const { id: holdId } = dataOf(held) as { id: string };
    this.remember(await this.send('POST', '/api/v1/appointments', { ...person, holdId }));
  };

  private readonly bookSeries = async (): Promise<void> => {
    const { provider: providerId, service: serviceId, date, start, person } = this.business;
    const rrule = 'FREQ=WEEKLY;COUNT=4';
    const body = { ...person, providerId, serviceId, date, start, rrule, onConflict: 'skip' };
    await this.send('POST', '/api/v1/series', body);
  };

  private readonly bookVisit = async (): Promise<void> => {
    const { provider: providerId, service: serviceId, date, start, person } = this.business;
    const items = [{ serviceId, providerId }, { serviceId: this.business.service }];
    await this.send('POST', '/api/v1/visits', { ...person, date, start, items, maxGapMin: 60 });
  };

  private readonly move = async (): Promise<void> => {
    if (this.booked.length === 0) return;
    const { date, start } = this.business;
    await this.send('PATCH', `/api/v1/appointments/${pick(this.booked)}`, { date, start });
  };

  private readonly cancel = async (): Promise<void> => {
    const [id] = this.booked.splice(Math.floor(Math.random() * this.booked.length), 1);
    if (id !== undefined) await this.send('PATCH', `/api/v1/appointments/${id}`, { status: 'cancelled' });
  };

  private readonly wait = async (): Promise<void> => {
    const { person, service: serviceId, date } = this.business;
    await this.send('POST', '/api/v1/waitlist', { ...person, serviceId, from: date, to: date });
  };

  /** Accepts an offer, or withdraws an entry: the waitlist stays as long as it is. */
  private readonly leaveWaitlist = async (): Promise<void> => {
    const status = pick(['offered', 'waiting']);
    const listed = await this.send('GET', `/api/v1/waitlist?status=${status}&length=20`);
    const entries = dataOf(listed) as { id: number }[];
    if (entries.length === 0) return;
    const { id } = pick(entries);
    if (status === 'offered') await this.send('POST', `/api/v1/waitlist/${id}/accept`);
    else await this.send('DELETE', `/api/v1/waitlist/${id}`);
  };

  private remember(answer: RawAnswer): void {
    if (answer.status !== 201) return;
    this.booked.push((dataOf(answer) as { id: number }).id);
    if (this.booked.length > REMEMBERED) this.booked.shift();
  }

  private async send(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
  ): Promise<RawAnswer> {
    const answer = await this.calls.send({ method, path, ...(body !== undefined && { body }) });
    const { status, ms, text } = answer;
    this.requests++;
    this.times.push(ms);
    if (method !== 'GET' && status < 300) this.writes++;
    this.statuses[`${method} ${status}`] = (this.statuses[`${method} ${status}`] ?? 0) + 1;
    if (!isExpected(method, status) && this.unexpected.length < MOST_UNEXPECTED)
      this.unexpected.push(`${method} ${path}: ${status} ${text.slice(0, 300)}`);
    return answer;
  }
}

/** A write may find that others were faster: the time is taken, the appointment cancelled, the entry gone. */
function isExpected(method: string, status: number): boolean {
  if (status < 300) return true;
  return method !== 'GET' && (status === 422 || status === 404 || status === 409);
}

function dataOf({ text }: RawAnswer): unknown {
  return (JSON.parse(text) as { data: unknown }).data;
}
