import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../clock';
import type { WriteContext } from '../../database/write-context';
import { Database } from '../../database/database';
import type { StoredAnswer } from './answer-secrets';
import { BODY_MATCHES, type BodyPath } from './body-clause';
import type { Answer, IdempotencyRecord } from './idempotency-record.entity';
import type { KeyedRequest } from './keyed-request';
import { DomainError } from '../../errors/domain-error';
import { RefusedError } from '../../errors/errors';

/** The first request under an Idempotency-Key has not been answered yet. */
class KeyInUseError extends DomainError {
  readonly kind = 'conflict';
  readonly code = 'UNPROCESSABLE_ENTITY';
  override readonly details = { reason: 'idempotency_key_in_use' };
  override readonly retryAfterS = 1;

  constructor() {
    super('The first request with this Idempotency-Key is still running; try again shortly');
  }
}

/** An Idempotency-Key has been used for another request: another body or another path. */
class KeyReusedError extends RefusedError {
  constructor() {
    super('This Idempotency-Key has been used for another request', { reason: 'idempotency_key_reused' });
  }
}

/** How long an answer is kept, in ms (docs/reference/repeated-requests.md). */
const LIFETIME_MS = 24 * 60 * 60 * 1_000;
/** How many expired records a new one deletes: more than one, so that their number falls after a busy time. */
const SWEPT = 10;

/** Ends with the transaction, also when the process dies. */
const LOCK = {
  name: 'idempotency.lock',
  text: `select pg_try_advisory_xact_lock(hashtextextended('idempotency:' || $1::int || ':' || $2::text, 0)) as "isOurs"`,
};
/** Runs after the lock statement: a snapshot taken before the first request committed would miss its answer. */
const FIND = {
  name: 'idempotency.find',
  text: `select fingerprint, shared_fingerprint as "sharedFingerprint", written_by as "writtenBy", kind, status, body, sealed,
           secret_of as "secretOf"
         from idempotency_records
         where api_key_id = $1 and key = $2 and created_at > $3`,
};
/** Replaces an expired record of the key, and deletes other expired ones. It skips rows that another transaction has locked. */
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
    insert into idempotency_records (api_key_id, key, fingerprint, kind, status, body, created_at, sealed, secret_of,
      shared_fingerprint, written_by)
    values ($1, $2, $3, $4, $5, $6, $7, $9, $10, $11, $12)
    on conflict (api_key_id, key) do update set fingerprint = excluded.fingerprint, kind = excluded.kind,
      status = excluded.status, body = excluded.body, created_at = excluded.created_at, sealed = excluded.sealed,
      secret_of = excluded.secret_of, shared_fingerprint = excluded.shared_fingerprint, written_by = excluded.written_by`,
};

const SWEEP = {
  name: 'idempotency.sweep',
  text: 'delete from idempotency_records where created_at <= $1',
};

const FORGET = {
  name: 'idempotency.forget',
  text: `delete from idempotency_records where ${BODY_MATCHES}`,
};

type FirstAnswer = StoredAnswer & Pick<IdempotencyRecord, 'fingerprint' | 'sharedFingerprint' | 'writtenBy'>;

/** Runs the work of a request once, even when the request is sent repeatedly. */
@Injectable()
export class IdempotencyService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * The first answer to a request: that of `work`, or the stored one. The answer is stored in the transaction of the work, so both are
   * committed or neither. When `work` throws, nothing is stored, and the request may be sent again.
   * @param work uses only the transaction that it is given @throws KeyInUseError, KeyReusedError
   */
  async once(
    context: WriteContext,
    request: KeyedRequest,
    work: (tx: EntityManager) => Promise<Answer>,
  ): Promise<{ readonly answer: Answer; readonly isReplayed: boolean }> {
    const { apiKeyId, key, fingerprint, sharedFingerprint, writtenBy, secrets } = request;
    const now = this.clock.now();
    const [createdAt, expiredAt] = [new Date(now), new Date(now - LIFETIME_MS)];
    return this.database.transaction(context, async (tx) => {
      await this.lock(tx, apiKeyId, key);
      const [first] = await this.database.rows<FirstAnswer>(FIND, [apiKeyId, key, expiredAt], tx);
      if (first === undefined) {
        const answer = await work(tx);
        const { kind, status, body, sealed, secretOf } =
          secrets === undefined || answer.kind === 'error'
            ? { ...answer, sealed: null, secretOf: null }
            : secrets.hide(answer);
        const values = [
          apiKeyId,
          key,
          fingerprint,
          kind,
          status,
          body,
          createdAt,
          expiredAt,
          sealed,
          secretOf,
          sharedFingerprint,
          writtenBy,
        ];
        await this.database.rows(KEEP, values, tx);
        return { answer, isReplayed: false };
      }
      assertSame(first, request);
      const hasSecrets = secrets !== undefined && first.kind !== 'error';
      return { answer: hasSecrets ? secrets.show(readableWith(request, first)) : first, isReplayed: true };
    });
  }

  /**
   * Refuses a key that another request has used, without waiting for one that runs now. For slow work before `once`, such as reading an
   * image: a reused key is refused first. @throws KeyReusedError
   */
  async refuseReused(request: KeyedRequest): Promise<void> {
    const { apiKeyId, key } = request;
    const expiredAt = new Date(this.clock.now() - LIFETIME_MS);
    const [first] = await this.database.rows<FirstAnswer>(FIND, [apiKeyId, key, expiredAt]);
    if (first !== undefined) assertSame(first, request);
  }

  /** Deletes all expired records, for the time in which no new record does so. */
  async sweep(): Promise<void> {
    await this.database.rows(SWEEP, [new Date(this.clock.now() - LIFETIME_MS)]);
  }

  /** Deletes the answers in which a path finds something, in `tx`: their requests then run anew. Reads all records, those of a day. */
  async forget(tx: EntityManager, path: BodyPath): Promise<void> {
    await this.database.rows(FORGET, path, tx);
  }

  /** Locks the key until the transaction ends. @throws KeyInUseError */
  private async lock(tx: EntityManager, apiKeyId: number, key: string): Promise<void> {
    const [lock] = await this.database.rows<{ isOurs: boolean }>(LOCK, [apiKeyId, key], tx);
    if (lock?.isOurs !== true) throw new KeyInUseError();
  }
}

/** @throws KeyReusedError when the first request was another one */
function assertSame(first: FirstAnswer, request: KeyedRequest): void {
  const isSame =
    first.writtenBy === request.writtenBy
      ? first.fingerprint.equals(request.fingerprint)
      : first.sharedFingerprint?.equals(request.sharedFingerprint);
  if (isSame !== true) throw new KeyReusedError();
}

/** The secrets of an answer are encrypted with the API key of its request: none that took its place can read them. */
function readableWith({ writtenBy }: KeyedRequest, first: FirstAnswer): StoredAnswer {
  return first.writtenBy === writtenBy ? first : { ...first, sealed: null };
}
