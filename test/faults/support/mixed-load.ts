import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Booking, SampleBusiness } from './sample-business';
import { SCALE } from './scale';
import { NoReply, type OutgoingRequest, type Reply, sendRequest } from './send-request';

const RETRY_MS = 100;
const REFUSALS = new Set([
  ...['slot_taken', 'session_full', 'resource_unavailable', 'occurrences_refused'],
  ...['hold_expired', 'too_many_entries', 'upcoming_appointments'],
]);

/** What a client has according to its answers. */
export interface Accepted {
  readonly kind: 'appointment' | 'series' | 'visit' | 'offer';
  readonly path: string;
  readonly appointmentIds: readonly number[];
}

interface Answered {
  readonly id: number;
  readonly appointments?: readonly { readonly id: number }[];
}

/** Clients that book single appointments, series and visits, cancel some of them, wait, and accept what the waitlist offers. */
export class MixedLoad {
  readonly accepted: Accepted[] = [];
  readonly unexpected: unknown[] = [];
  private readonly counts = new Map<string, number>();
  private endsAt = Infinity;
  private clients: Promise<unknown> = Promise.resolve();
  private at = 0;

  private constructor(
    private readonly business: SampleBusiness,
    private urls: readonly string[],
  ) {}

  /** @param urls instances; when one gives no answer, all clients go to the next */
  static start(business: SampleBusiness, ...urls: string[]): MixedLoad {
    const load = new MixedLoad(business, urls);
    load.clients = Promise.all(Array.from({ length: SCALE.clients }, () => load.run()));
    return load;
  }

  /** Sends all further requests to these instances, as a proxy does that takes one out. */
  sendTo(...urls: string[]): void {
    this.urls = urls;
  }

  /**
   * How many requests were answered as hoped: `booked series`, `cancelled visit`, `accepted offer` and so on; `unavailable`, `no answer`.
   */
  count(what: string): number {
    return this.counts.get(what) ?? 0;
  }

  async end(): Promise<void> {
    this.endsAt = performance.now();
    await this.clients;
    const counts = [...this.counts].map(([what, count]) => `${count} ${what}`).sort();
    process.stderr.write(`    mixed load of ${SCALE.clients}: ${counts.join(', ')}\n`);
  }

  private async run(): Promise<void> {
    const acts = [
      () => this.book('appointment', '/appointments', this.business.contestedBooking()),
      () => this.book('series', '/series', this.series()),
      () => this.book('visit', '/visits', this.visit()),
      () => this.cancel(),
      () => this.wait(),
      () => this.acceptOffer(),
    ];
    while (performance.now() < this.endsAt) await acts[randomInt(acts.length)]?.();
  }

  private series(): object {
    const onConflict = ['fail', 'skip'][randomInt(2)];
    return { ...this.business.contestedBooking(), rrule: 'FREQ=WEEKLY;COUNT=4', onConflict };
  }

  private visit(): object {
    const { name, email, providerId, serviceId, date } = this.business.contestedBooking();
    const items = [{ serviceId, providerId }, { serviceId }];
    return { name, email, date, start: `1${randomInt(5)}:00`, items, maxGapMin: 60 };
  }

  private async book(kind: Accepted['kind'], path: string, body: object): Promise<void> {
    const reply = await this.send({ method: 'POST', path, body });
    if (reply?.status !== 201) return;
    const { id, appointments } = reply.body.data as Answered;
    const appointmentIds = appointments?.map((each) => each.id) ?? [id];
    this.accepted.push({ kind, path: `${path}/${id}`, appointmentIds });
    this.add(`booked ${kind}`);
  }

  private async cancel(): Promise<void> {
    const { kind, path } = this.accepted[randomInt(Math.max(this.accepted.length, 1))] ?? {};
    if (kind === undefined || path === undefined) return;
    const reply = await this.send({ method: 'PATCH', path, body: { status: 'cancelled' } });
    if (reply?.status === 200) this.add(`cancelled ${kind}`);
  }

  private async wait(): Promise<void> {
    const { name, email, serviceId, date }: Booking = this.business.contestedBooking();
    const body = { name, email, serviceId, from: date, to: date };
    if ((await this.send({ method: 'POST', path: '/waitlist', body }))?.status === 201) this.add('waiting');
  }

  private async acceptOffer(): Promise<void> {
    const offered = await this.send({ method: 'GET', path: '/waitlist?status=offered&length=5' });
    const entries = (offered?.status === 200 ? offered.body.data : []) as readonly Answered[];
    const entry = entries[randomInt(Math.max(entries.length, 1))];
    if (entry === undefined) return wait(RETRY_MS);
    const reply = await this.send({ method: 'POST', path: `/waitlist/${entry.id}/accept` });
    if (reply?.status !== 201) return;
    const { id } = reply.body.data as Answered;
    this.accepted.push({ kind: 'offer', path: `/appointments/${id}`, appointmentIds: [id] });
    this.add('accepted offer');
  }

  private add(what: string): void {
    this.counts.set(what, this.count(what) + 1);
  }

  /** @returns undefined when there is no answer */
  private async send(request: OutgoingRequest): Promise<Reply | undefined> {
    const at = this.at;
    const url = this.urls[at % this.urls.length] ?? '';
    try {
      const reply = await sendRequest(url, { ...request, key: this.business.key });
      if (!isExpected(reply)) this.unexpected.push({ request, reply });
      if (reply.status === 503) {
        this.add('unavailable');
        await wait(RETRY_MS);
      }
      return reply;
    } catch (error) {
      if (!(error instanceof NoReply)) throw error;
      if (error.how === 'hanging') this.unexpected.push({ request, how: error.how });
      this.add('no answer');
      if (this.at === at) this.at++;
      await wait(RETRY_MS);
      return undefined;
    }
  }
}

function isExpected({ status, body }: Reply): boolean {
  if (status === 422) return REFUSALS.has(body.error?.details?.reason ?? '');
  return status === 200 || status === 201 || status === 503;
}
