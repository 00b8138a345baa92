import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock';
import { OutgoingError } from '../../../platform/outgoing/outgoing-error';
import { OutgoingHttp } from '../../../platform/outgoing/outgoing-http';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../platform/time/units';
import { grouped } from '../../../platform/values/grouped';
import type { Body, BodyFault, BodyOf } from './delivery-bodies';
import { type AttemptOutcome, type AttemptResult, DeliveryRecord, type LaneReport } from './delivery-record';
import type { DueDelivery, Lane } from './lane-leases';
import { signedHeaders, signersOf, type Signing } from './signing';

/** From the lookup of the name to the status of the answer. */
const DEADLINE_MS = 10 * SECOND_MS;

/** How long after each failed attempt the next one follows. After the last delay there is no further attempt. */
const DELAYS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

/** After this time a lane begins no further attempt: its lease must not end before its last attempt. */
const SENDING_MS = 30 * SECOND_MS;

/** The same for what replays send: retries and tests, which are in the same lane, wait no longer than that and one attempt. */
const REPLAYING_MS = 2 * SECOND_MS;

/** How many subjects a lane sends at the same time. */
const PARALLEL = 8;

/** Gone (RFC 9110, section 15.5.11): the receiver has ended the subscription. */
const GONE = 410;

const FAULTS: Readonly<Record<BodyFault, string>> = {
  event_deleted: 'the event has been deleted',
  event_unreadable: 'the event could not be read',
  message_deleted: 'the message has been deleted',
  message_expired: 'the message has expired',
};

/** After these there is no further attempt: it would end the same. */
const FINAL: readonly AttemptOutcome[] = ['event_deleted', 'message_deleted', 'message_expired'];

/** An attempt whose record is on its way. The next attempt does not wait for it. */
interface Recorded {
  readonly isWritten: Promise<void>;
}

/** Where a lane sends to, and its signers. */
interface Receiver extends Pick<Signing, 'signers'> {
  readonly url: string;
}

/** Sends the deliveries of a lane: those of one subject one after the other, those of different subjects side by side. */
@Injectable()
export class LaneSender {
  constructor(
    private readonly outgoing: OutgoingHttp,
    private readonly record: DeliveryRecord,
    private readonly clock: Clock,
  ) {}

  /** @param signal ends the sending after the attempts that are under way */
  async send(lane: Lane, bodyOf: BodyOf, signal: AbortSignal): Promise<LaneReport> {
    const report: LaneReport = { isGone: false, hasSucceeded: undefined, position: undefined };
    const begun = this.clock.monotonic();
    const mayGoOn = ({ isReplay }: DueDelivery) =>
      !signal.aborted &&
      !report.isGone &&
      this.clock.monotonic() - begun < (isReplay ? REPLAYING_MS : SENDING_MS);
    const receiver: Receiver = { url: lane.url, signers: signersOf(lane.secrets) };
    const recorded: Recorded[] = [];
    const untried = new Set(lane.deliveries);
    const subjects = [...grouped(lane.deliveries, ({ subject }) => subject).values()];
    const work = async () => {
      for (let next = subjects.shift(); next !== undefined; next = subjects.shift()) {
        for (const delivery of next) {
          if (!mayGoOn(delivery)) return;
          untried.delete(delivery);
          recorded.push(await this.attempt(receiver, delivery, bodyOf(delivery, lane), report));
        }
      }
    };
    await Promise.all(Array.from({ length: PARALLEL }, work));
    await Promise.all(recorded.map(({ isWritten }) => isWritten));
    if (lane.isFirst) report.position = positionBefore(untried) ?? lane.deliveries.at(-1)?.id;
    return report;
  }

  private async attempt(
    receiver: Receiver,
    delivery: DueDelivery,
    body: Body,
    report: LaneReport,
  ): Promise<Recorded> {
    const at = this.clock.now();
    const begun = this.clock.monotonic();
    const { outcome, statusCode, error } = await this.outcomeOf(receiver, delivery, body);
    if (!('fault' in body)) report.hasSucceeded = report.hasSucceeded === true || outcome === 'delivered';
    report.isGone ||= statusCode === GONE;
    const isFinal = FINAL.includes(outcome) || statusCode === GONE;
    const durationMs = Math.round(this.clock.monotonic() - begun);
    const isWritten = this.record.add({
      id: delivery.id,
      outcome,
      attempt: { at: new Date(at).toISOString(), statusCode, durationMs, error },
      ...(outcome === 'delivered'
        ? { status: 'delivered', nextAttemptAt: undefined }
        : this.afterFailure(delivery.failed + 1, isFinal)),
    });
    // `send` awaits it. Until then a failure must not end the process.
    isWritten.catch(() => undefined);
    return { isWritten };
  }

  private async outcomeOf(
    { url, signers }: Receiver,
    { messageId }: DueDelivery,
    body: Body,
  ): Promise<{ outcome: AttemptOutcome; statusCode: number | null; error: string | null }> {
    if ('fault' in body) return { outcome: body.fault, statusCode: null, error: FAULTS[body.fault] };
    const { text, bytes } = body;
    const headers = signedHeaders({ messageId, at: this.clock.now(), signers, body: text });
    try {
      const statusCode = await this.outgoing.post(url, { headers, body: bytes, deadlineMs: DEADLINE_MS });
      const isDelivered = statusCode >= 200 && statusCode < 300;
      return { outcome: isDelivered ? 'delivered' : 'refused', statusCode, error: null };
    } catch (error) {
      if (!(error instanceof OutgoingError)) throw error;
      return { outcome: error.fault, statusCode: null, error: error.message };
    }
  }

  private afterFailure(failed: number, isFinal: boolean): Pick<AttemptResult, 'status' | 'nextAttemptAt'> {
    const nextAttemptAt = isFinal ? undefined : nextAttempt(failed, this.clock.now());
    return { status: nextAttemptAt === undefined ? 'failed' : 'pending', nextAttemptAt };
  }
}

/** Undefined: nothing is left. */
function positionBefore(untried: ReadonlySet<DueDelivery>): number | undefined {
  const [next] = untried;
  return next && next.id - 1;
}

/** When a delivery is tried again. @param failed how many attempts have failed @returns undefined: not at all */
function nextAttempt(failed: number, now: number): Date | undefined {
  const delay = DELAYS_MS[failed - 1];
  return delay === undefined ? undefined : new Date(now + delay);
}
