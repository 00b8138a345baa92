import { setTimeout as wait } from 'node:timers/promises';
import { query } from '../../support/database/query';
import { NoReply, sendRequest } from './send-request';

/** An event, as far as the tests of faults look at it. */
export interface FollowedEvent {
  readonly id: number;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const PAUSE_MS = 50;
/** Entries of resources that have events, and how many events each has; a hold may have that of its booking or of the waitlist. */
const WITHOUT_ONE_EVENT = `
  select a.id, a.resource, count(e.id)::int as events
  from audit_entries a left join events e on a.id = any (e.entry_ids)
  where a.resource in ('appointments', 'customers') and a.id > $1
  group by a.id having count(e.id) <> 1`;
const IS_BEHIND = `
  select exists (select from event_numbering where seen < (select max(id) from audit_entries) or gaps || old_gaps <> '[]') as "isBehind"`;

/** A reader that follows the events of an instance from now on, as docs/reference/events.md says. */
export class EventFollower {
  readonly events: FollowedEvent[] = [];
  private isEnding = false;
  private reading: Promise<void> = Promise.resolve();
  private cursor = 0;
  private firstEntry = 0;

  private constructor(
    private readonly url: string,
    private readonly key: string,
    private readonly databaseUrl: string,
  ) {}

  static async start(url: string, key: string, databaseUrl: string): Promise<EventFollower> {
    const follower = new EventFollower(url, key, databaseUrl);
    await follower.settle();
    const [state] = await query<{ last: string; seen: string }>(
      databaseUrl,
      'select last_event as last, seen from event_numbering',
    );
    follower.cursor = Number(state?.last);
    follower.firstEntry = Number(state?.seen);
    follower.reading = follower.follow();
    return follower;
  }

  /** Reads what is left once a worker has numbered everything. */
  async end(): Promise<void> {
    await this.settle();
    this.isEnding = true;
    await this.reading;
    process.stderr.write(`    ${this.events.length} events\n`);
  }

  /** The audit entries that not exactly one event tells. */
  notToldOnce(): Promise<object[]> {
    return query(this.databaseUrl, WITHOUT_ONE_EVENT, [this.firstEntry]);
  }

  private async settle(): Promise<void> {
    const isBehind = async () =>
      (await query<{ isBehind: boolean }>(this.databaseUrl, IS_BEHIND))[0]?.isBehind;
    while ((await isBehind()) !== false) await wait(PAUSE_MS);
  }

  private async follow(): Promise<void> {
    for (let isLast = false; !isLast;) {
      isLast = this.isEnding;
      for (let hasMore = true; hasMore;) hasMore = await this.read();
      await wait(PAUSE_MS);
    }
  }

  private async read(): Promise<boolean> {
    const path = `/events?after=${this.cursor}&length=100`;
    const reply = await sendRequest(this.url, { method: 'GET', path, key: this.key }).catch(orNoReply);
    if (reply === undefined || reply.status === 503) return false;
    const { body } = reply;
    const { data, meta } = body as { data: FollowedEvent[]; meta: { next: number; hasMore: boolean } };
    this.events.push(...data);
    this.cursor = meta.next;
    return meta.hasMore;
  }
}

/** A read that got no answer is repeated. */
function orNoReply(error: unknown): undefined {
  if (!(error instanceof NoReply)) throw error;
}
