import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock';
import { Database, type Statement } from '../../platform/database/database';
import type { WriteContext } from '../../platform/database/write-context';
import { DAY_MS } from '../../platform/time/units';
import { isExpected } from '../appointment-status';
import { BrowserLimitError } from './browser-limit.errors';

/** The most bookings ahead that one browser key makes in WINDOW_MS for one client address, and for one guest. */
export const MOST_OF_BROWSER = 20;
const WINDOW_MS = DAY_MS;

/** The first of the two numbers of the advisory locks of visitors, and of their guests. */
const [VISITORS, GUESTS] = [1_905, 1_906];

/** Values: the visitor, the customer. */
const LOCK: Statement = {
  name: 'browser-limit.lock',
  text: `select pg_advisory_xact_lock(${VISITORS}, hashtext($1)), pg_advisory_xact_lock(${GUESTS}, $2)`,
};

const COUNTS = `b.created_at > $4 and a.start_at >= $5 and ${isExpected('a.status')}`;
/** Values: the visitor, the customer, the key, since when, the present. */
const COUNT: Statement = {
  name: 'browser-limit.count',
  text: `
    select
      (select count(*)::int from browser_bookings b join appointments a on a.id = b.appointment_id
        where b.visitor = $1 and ${COUNTS}) as "ofVisitor",
      (select count(*)::int from appointments a join browser_bookings b on b.appointment_id = a.id
        where a.customer_id = $2 and b.key_origin_id = $3 and ${COUNTS}) as "ofGuest"`,
};

/** Values: the ids of the appointments, the key, the visitor, when. */
const RECORD: Statement = {
  name: 'browser-limit.record',
  text: 'insert into browser_bookings (appointment_id, key_origin_id, visitor, created_at) select unnest($1::int[]), $2, $3, $4',
};

const SWEEP: Statement = {
  name: 'browser-limit.sweep',
  text: 'delete from browser_bookings where created_at <= $1',
};

type VisitorWrite = Pick<WriteContext, 'visitor' | 'keyOriginId'>;

/** Limits what visitors of pages book. With other keys it reads and writes nothing. */
@Injectable()
export class BrowserLimit {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Bookings of one visitor, and those for one guest, run one after another from here on.
   * @param tx it has locked all else that it locks
   * @param count how many appointments it books @throws BrowserLimitError
   */
  async assertLeft(
    { visitor, keyOriginId }: VisitorWrite,
    tx: EntityManager,
    customerId: number,
    count: number,
  ): Promise<void> {
    if (visitor === undefined) return;
    if (!this.database.isReadOnly(tx)) await this.database.rows(LOCK, [visitor, customerId], tx);
    const now = this.clock.now();
    const values = [visitor, customerId, keyOriginId, new Date(now - WINDOW_MS), new Date(now)];
    const { ofVisitor, ofGuest } = await this.database.one<Record<'ofVisitor' | 'ofGuest', number>>(
      COUNT,
      values,
      tx,
    );
    if (Math.max(ofVisitor, ofGuest) + count > MOST_OF_BROWSER) throw new BrowserLimitError();
  }

  async record(
    { visitor, keyOriginId }: VisitorWrite,
    tx: EntityManager,
    ids: readonly number[],
  ): Promise<void> {
    if (visitor === undefined) return;
    await this.database.rows(RECORD, [ids, keyOriginId, visitor, new Date(this.clock.now())], tx);
  }

  /** Deletes what counts no more. */
  async sweep(): Promise<void> {
    await this.database.rows(SWEEP, [new Date(this.clock.now() - WINDOW_MS)]);
  }
}
