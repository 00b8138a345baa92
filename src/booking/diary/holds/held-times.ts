import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../../platform/clock';
import { Database } from '../../../platform/database/database';
import { valuesByColumn, valuesFor } from '../../../platform/database/named';
import { MINUTE_MS } from '../../../platform/time/units';
import type { SomeCandidate } from '../decisions/candidate';
import type { ServiceRules } from '../../engine';
import { ProviderChoice } from '../decisions/provider-choice';
import { ProviderLock } from '../../../business/providers/provider-lock';
import { bookedAt } from '../../booked-start';
import { valuesOfPlacement } from '../claims/claims.statements';
import { refusedByConstraint, SlotRefused } from '../claims/slot-refused';
import { NEW_HOLD } from './hold.entity';
import { type HoldRow, isUsableBy } from './hold-row';
import { HoldExpiredError } from './holds.errors';
import { andWithin, isGivenWithin } from '../../reach';
import type { Reach } from '../../../platform/restrictions';
import type { WriteContext } from '../../../platform/database/write-context';
import { FIND, type HeldTime, INSERT_HOLD, LOCK_HOLD, USE_UP } from './held-time.statements';

export interface HoldRequest {
  readonly candidate: SomeCandidate;
  /** Epoch ms. */
  readonly expiresAt: number;
  /** Of the key that places it; undefined: the service itself does. */
  readonly apiKeyId?: number | undefined;
  readonly visitor?: string | undefined;
  /** Of an offer, which ends with the notice of its service at the latest: it could not be accepted afterwards. */
  readonly waitlistEntryId?: number | undefined;
  /** Ms that it has to live. */
  readonly leastMs?: number | undefined;
}

/** The hold of an offer of the waitlist. */
export interface OfferedHold {
  readonly id: number;
  readonly serviceId: number;
  readonly providerIds: readonly number[];
}

/** Holds time, and gives it to bookings, as part of a transaction. Without HTTP, so that the worker can place offers. */
@Injectable()
export class HeldTimes {
  constructor(
    private readonly database: Database,
    private readonly choice: ProviderChoice,
    private readonly providerLock: ProviderLock,
    private readonly clock: Clock,
  ) {}

  /** Locks those who may be chosen or help, then places the hold. @throws ValidationError of ids that name nothing, SlotRefused */
  async place(
    tx: EntityManager,
    { candidate: requested, leastMs = 0, ...owner }: HoldRequest,
  ): Promise<HoldRow> {
    const { candidate, verdict, service } = await this.choice.decide(tx, requested);
    const { serviceId, providerId, seats = 1, durationMin } = candidate;
    if (!verdict.bookable) throw new SlotRefused(verdict.reason, requested, verdict.limit);
    const { start, end, locationId, placement } = verdict;
    const createdAt = this.clock.now();
    const expiresAt = endOf(owner, start, service);
    if (expiresAt - createdAt < leastMs) throw new SlotRefused('too_soon', requested);
    const hold = {
      token: randomUUID(),
      providerId,
      serviceId,
      locationId,
      start,
      end,
      ...bookedAt(start, verdict.zone),
      busy: placement.busy,
      seats,
      resourceIds: placement.resourceIds,
      team: placement.team,
      apiKeyId: owner.apiKeyId ?? null,
      visitor: owner.visitor ?? null,
      expiresAt,
      createdAt,
      waitlistEntryId: owner.waitlistEntryId ?? null,
      durationMin: durationMin ?? null,
      price: durationMin === undefined ? null : service.price,
    };
    const [session, seatNumbers] = valuesOfPlacement(placement);
    const row = { ...valuesByColumn(NEW_HOLD, hold), session, seat_numbers: seatNumbers };
    const values = valuesFor(INSERT_HOLD, row);
    return refusedByConstraint(requested, this.database.one<HoldRow>(INSERT_HOLD, values, tx));
  }

  /** @param token undefined: no UUID, which no hold has */
  async find(token: string | undefined, tx?: EntityManager, reach?: Reach): Promise<HoldRow | undefined> {
    const { sql, name, values } = andWithin(reach, 'any', { alias: 'h', first: 3 });
    const statement =
      reach === undefined ? FIND : { name: `${FIND.name}${name}`, text: `${FIND.text}${sql}` };
    const [row] = await this.database.rows<HoldRow>(
      statement,
      [token ?? null, new Date(this.clock.now()), ...values],
      tx,
    );
    return row;
  }

  /**
   * Uses up a hold that the key sees. Locks its provider and its team first, so that no other booking takes its time before this one.
   * @throws HoldExpiredError
   */
  async useUp(context: WriteContext, tx: EntityManager, token: string): Promise<HeldTime> {
    const { reach } = context;
    const hold = await this.find(token, tx, reach);
    if (hold === undefined || !isUsableBy(context, hold) || !isGivenWithin(reach, hold))
      throw new HoldExpiredError();
    const zones = await this.lockFor(tx, hold);
    const values = [token, new Date(this.clock.now())];
    const [held] = await this.database.rows<Omit<HeldTime, 'zone'>>(USE_UP, values, tx);
    const zone = zones.get(hold.providerId);
    if (held === undefined || zone === undefined || !isGivenWithin(reach, held)) throw new HoldExpiredError();
    return { ...held, zone: held.bookedZone ?? zone };
  }

  /** Locks the hold of an offer, and before it its provider and all who may help: the order of a booking. */
  async lockOffer(tx: EntityManager, { id, providerIds, serviceId }: OfferedHold): Promise<void> {
    await this.providerLock.takeFor(tx, providerIds, [serviceId]);
    await this.database.rows(LOCK_HOLD, [id], tx);
  }

  /** An offer of the waitlist, which no key has placed, is decided again: other providers may help by then. */
  private lockFor(
    tx: EntityManager,
    { apiKeyId, providerId, team, serviceId }: HoldRow,
  ): Promise<ReadonlyMap<number, string>> {
    const ids = [providerId, ...team];
    return apiKeyId === null
      ? this.providerLock.takeFor(tx, ids, [serviceId])
      : this.providerLock.take(tx, ids);
  }
}

function endOf(
  { expiresAt, waitlistEntryId }: Pick<HoldRequest, 'expiresAt' | 'waitlistEntryId'>,
  start: number,
  { minNoticeMin }: Pick<ServiceRules, 'minNoticeMin'>,
): number {
  return waitlistEntryId === undefined ? expiresAt : Math.min(expiresAt, start - minNoticeMin * MINUTE_MS);
}
