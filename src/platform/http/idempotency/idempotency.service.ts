import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../clock';
import type { WriteContext } from '../../database/write-context';
import { Database } from '../../database/database';
import type { Answer } from './idempotency-record.entity';
import { KeyInUseError, KeyReusedError } from './idempotency.errors';

/** How long an answer is kept, in ms (decisions, section 10). */
const LIFETIME_MS = 24 * 60 * 60 * 1_000;
/** How many expired records a new one sweeps out: more than one, so that they get fewer after a busy time. */
const SWEPT = 10;

/** Of the transaction: gone with its process, should that die. */
const LOCK = {
  name: 'idempotency.lock',
  text: `select pg_try_advisory_xact_lock(hashtextextended('idempotency:' || $1::int || ':' || $2::text, 0)) as "isOurs"`,
};
/** A statement of its own after the lock: one that began before the first request was done would not see its answer. */
const FIND = {
  name: 'idempotency.find',
  text: `select fingerprint, kind, status, body from idempotency_records
         where api_key_id = $1 and key = $2 and created_at > $3`,
};
/**
 * Takes the place of an expired record of the key. Others that have expired go along with it, but for those that somebody
 * else has in hand: nobody waits.
 */
const KEEP = {
  name: 'idempotency.keep',
  text: `
    with expired as (
      select api_key_id, key from idempotency_records
      where created_at <= $8 and (api_key_id, key) <> ($1, $2)
      order by created_at limit ${SWEPT} for update skip locked
    ), swept as (
      delete from idempotency_records r using expired e where (r.api_key_id, r.key) = (e.api_key_id, e.key)
    )
    insert into idempotency_records (api_key_id, key, fingerprint, kind, status, body, created_at)
    values ($1, $2, $3, $4, $5, $6, $7)
    on conflict (api_key_id, key) do update set fingerprint = excluded.fingerprint, kind = excluded.kind,
      status = excluded.status, body = excluded.body, created_at = excluded.created_at`,
};

const SWEEP = {
  name: 'idempotency.sweep',
  text: 'delete from idempotency_records where created_at <= $1',
};

/** A request under an Idempotency-Key. */
export interface KeyedRequest {
  readonly apiKeyId: number;
  readonly key: string;
  /** Equal for requests that ask for the same. */
  readonly fingerprint: Buffer;
}

type FirstAnswer = Answer & { readonly fingerprint: Buffer };

/** Does the work of a request once, however often it is sent. */
@Injectable()
export class IdempotencyService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * The first answer to a request: that of `work` now, or the one kept from before. It is kept in the transaction of the
   * work, so there is never the one without the other. When `work` throws, nothing is kept, and it may be tried again.
   * @param work does all that it does in the transaction that it is given
   * @throws KeyInUseError, KeyReusedError
   */
  async once(
    context: WriteContext,
    { apiKeyId, key, fingerprint }: KeyedRequest,
    work: (tx: EntityManager) => Promise<Answer>,
  ): Promise<{ readonly answer: Answer; readonly isReplayed: boolean }> {
    const now = this.clock.now();
    const [createdAt, expiredAt] = [new Date(now), new Date(now - LIFETIME_MS)];
    return this.database.transaction(context, async (tx) => {
      await this.lock(tx, apiKeyId, key);
      const [first] = await this.database.rows<FirstAnswer>(FIND, [apiKeyId, key, expiredAt], tx);
      if (first === undefined) {
        const answer = await work(tx);
        const { kind, status, body } = answer;
        const values = [apiKeyId, key, fingerprint, kind, status, body, createdAt, expiredAt];
        await this.database.rows(KEEP, values, tx);
        return { answer, isReplayed: false };
      }
      if (!first.fingerprint.equals(fingerprint)) throw new KeyReusedError();
      return { answer: first, isReplayed: true };
    });
  }

  /** Deletes what has expired: where no new record comes, none sweeps the old ones out. */
  async sweep(): Promise<void> {
    await this.database.rows(SWEEP, [new Date(this.clock.now() - LIFETIME_MS)]);
  }

  /** Until the transaction ends. @throws KeyInUseError */
  private async lock(tx: EntityManager, apiKeyId: number, key: string): Promise<void> {
    const [lock] = await this.database.rows<{ isOurs: boolean }>(LOCK, [apiKeyId, key], tx);
    if (lock?.isOurs !== true) throw new KeyInUseError();
  }
}
