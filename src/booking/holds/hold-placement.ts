import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock';
import { parametersOf } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';
import { MINUTE_MS } from '../../platform/time/units';
import type { Wanted } from '../availability/candidate';
import type { ServiceRules } from '../availability/engine';
import { ProviderChoice } from '../availability/decisions/provider-choice';
import { bookedAt } from '../booked-start';
import { valuesOfPlacement } from '../claims/claims.statements';
import { refusedByConstraint, SlotRefused } from '../claims/slot-refused';
import { NEW_HOLD } from './hold-columns';
import type { HoldRow } from './hold-row';
import { INSERT_HOLD } from './holds.statements';

export interface HoldRequest {
  readonly candidate: Wanted;
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

/** Places holds as part of a transaction, by the rules of a booking. Without HTTP, so that the worker can place offers. */
@Injectable()
export class HoldPlacement {
  constructor(
    private readonly database: Database,
    private readonly choice: ProviderChoice,
    private readonly clock: Clock,
  ) {}

  /** Locks those who may be chosen or help, then places the hold. @throws ValidationError of ids that name nothing, SlotRefused */
  async place(
    tx: EntityManager,
    { candidate: wanted, leastMs = 0, ...owner }: HoldRequest,
  ): Promise<HoldRow> {
    const { candidate, decision } = await this.choice.decide(tx, wanted);
    const { serviceId, providerId, seats = 1, durationMin } = candidate;
    const { verdict, service } = decision;
    if (!verdict.bookable) throw new SlotRefused(verdict.reason, wanted, verdict.limit);
    const { start, end, locationId, placement } = verdict;
    const createdAt = this.clock.now();
    const expiresAt = endOf(owner, start, service);
    if (expiresAt - createdAt < leastMs) throw new SlotRefused('too_soon', wanted);
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
    const values = [...parametersOf(NEW_HOLD, hold), ...valuesOfPlacement(placement)];
    return refusedByConstraint(wanted, this.database.one<HoldRow>(INSERT_HOLD, values, tx));
  }
}

function endOf(
  { expiresAt, waitlistEntryId }: Pick<HoldRequest, 'expiresAt' | 'waitlistEntryId'>,
  start: number,
  { minNoticeMin }: Pick<ServiceRules, 'minNoticeMin'>,
): number {
  return waitlistEntryId === undefined ? expiresAt : Math.min(expiresAt, start - minNoticeMin * MINUTE_MS);
}
