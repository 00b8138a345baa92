import { Inject, Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock';
import { Database } from '../../platform/database/database';
import { assertPreconditions } from '../../platform/http/preconditions';
import type { WriteContext } from '../../platform/database/write-context';
import { NotFoundError, UnauthenticatedError, ValidationError } from '../../platform/errors/errors';
import { isGivenWithin } from '../reach';
import type { Caller } from '../../platform/http/identity';
import { SECOND_MS } from '../../platform/time/units';
import { readTime } from '../diary/decisions/candidate';
import { providersOf } from '../diary/decisions/provider-request';
import { SlotRefusals } from '../availability/slot-refusals';
import { type HoldCreate, toHoldResponse } from './dto/hold.dto';
import { HeldTimes } from '../diary/holds/held-times';
import { type HoldRow, isUsableBy, shownTo } from '../diary/holds/hold-row';
import { TooManyHoldsError } from '../diary/holds/holds.errors';
import { HoldsQueries } from './holds.queries';
import { COUNT_LIVE, DELETE, LOCK, LOCK_KEYS } from './holds.statements';

/** The most live holds of one key; of a browser key, those of one visitor. */
export const MAX_HOLDS = 100;
const MAX_HOLDS_OF_VISITOR = 3;

const DEFAULT_TTL_S = 600;
/** The longest that a visitor of a page keeps a time. */
const MAX_TTL_OF_VISITOR_S = 600;

/** Keeps times for a while; but for the sweep, nothing else writes holds. */
@Injectable()
export class HoldsService {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly queries: HoldsQueries,
    private readonly times: HeldTimes,
    private readonly refusals: SlotRefusals,
    private readonly clock: Clock,
  ) {}

  /** Keeps a time, by the rules of a booking. @throws ValidationError of ids that name nothing, NotBookableError, TooManyHoldsError */
  place(context: WriteContext, body: HoldCreate): Promise<HoldRow> {
    return this.refusals.explain(context, () =>
      this.database.transaction(context, (tx) => this.placeIn(tx, context, body)),
    );
  }

  /**
   * A narrowed key looks before it locks: it never waits for a writer of what it does not see.
   * @throws NotFoundError when it has expired or was used, PreconditionFailedError
   */
  release(context: WriteContext, token: string | undefined, caller: Caller): Promise<string> {
    const { reach } = context;
    return this.database.transaction(context, async (tx) => {
      if (reach !== undefined) await this.queries.get(token, tx, reach);
      await this.database.rows(LOCK, [token ?? null, this.now()], tx);
      const hold = await this.queries.get(token, tx, reach);
      if (!isUsableBy(context, hold) || !isGivenWithin(reach, hold)) throw new NotFoundError('hold');
      await assertPreconditions(context, () =>
        toHoldResponse(shownTo(caller, hold), this.config.businessTimeZone),
      );
      await this.database.rows(DELETE, [token], tx);
      return hold.token;
    });
  }

  private async placeIn(tx: EntityManager, context: WriteContext, body: HoldCreate): Promise<HoldRow> {
    const { serviceId, durationMin, seats = 1, locationId, resourceIds, ttlSec = DEFAULT_TTL_S } = body;
    if (context.visitor !== undefined && ttlSec > MAX_TTL_OF_VISITOR_S)
      throw new ValidationError({ ttlSec: `must be at most ${MAX_TTL_OF_VISITOR_S} with a browser key` });
    const what = { serviceId, ...providersOf(body), durationMin, seats, locationId, resourceIds };
    const hold = await this.times.place(tx, {
      candidate: { ...what, ...readTime(body) },
      expiresAt: this.clock.now() + ttlSec * SECOND_MS,
      apiKeyId: context.keyOriginId,
      visitor: context.visitor,
    });
    await this.assertMayHold(tx, context);
    return hold;
  }

  /**
   * Runs after the lock of the provider, which a deactivation takes before it locks the keys. The key may have ended since the request
   * was authenticated; no trigger would end the hold then. @throws UnauthenticatedError, TooManyHoldsError
   */
  private async assertMayHold(
    tx: EntityManager,
    { keyOriginId, apiKeyId = keyOriginId, visitor }: WriteContext,
  ): Promise<void> {
    if (apiKeyId === undefined) return;
    await this.database.rows(LOCK_KEYS, [[...new Set([apiKeyId, keyOriginId])]], tx);
    const values = [apiKeyId, this.now(), visitor, this.config.oidcRolesClaim !== undefined];
    const [key] = await this.database.rows<{ holds: number }>(COUNT_LIVE, values, tx);
    if (key === undefined) throw new UnauthenticatedError();
    const most = visitor === undefined ? MAX_HOLDS : MAX_HOLDS_OF_VISITOR;
    if (key.holds > most) throw new TooManyHoldsError(most);
  }

  private now(): Date {
    return new Date(this.clock.now());
  }
}
