import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ProviderLock } from '../../../business/providers/provider-lock';
import { Database } from '../../../platform/database/database';
import { OutdatedPlanError } from '../../../platform/database/sqlstate';
import { DayLimitLock } from './day-limit-lock';
import type { Limited } from '../snapshot/day-limits';
import { ResourceLock } from './resource-lock';
import { type Among, peopleOf, type Taken } from '../snapshot/taken';

/** How often a request plans without locks. Then it locks all whom it may choose, before it decides. */
const PLANS = 2;

/** What a decision is made with. */
export interface Reading {
  readonly services: readonly Limited[];
  /** What each statement has read. */
  readonly readings: readonly unknown[];
}

/** How a write decides that may choose among several. */
export interface Choosing<Read extends Reading, Plan> {
  /** @param among undefined: all who may be chosen */
  readonly read: (among: Among | undefined) => Promise<Read>;
  readonly decide: (read: Read, among: Among | undefined) => Plan | Promise<Plan>;
  /** Undefined: it takes nothing, because it refuses. */
  readonly takes: (plan: Plan) => Taken | undefined;
  /** What to do after both decisions; undefined: the later one is worse. Left out: the later one, unless it refuses. */
  readonly confirmed?: (again: Plan, planned: Plan) => Plan | undefined;
  /** Locks all who may be chosen, and says who they are. */
  readonly lockAll: () => Promise<Among>;
}

const later = <Plan>(again: Plan) => again;

/**
 * Decides without locks, locks whom the decision takes, and judges again among them alone. So a write that may choose among many plans while
 * no other waits for it. Where others were faster, its transaction begins anew; in the third attempt it locks all before it decides, so it
 * refuses only what none of them can take.
 */
@Injectable()
export class PlannedLock {
  constructor(
    private readonly database: Database,
    private readonly providerLock: ProviderLock,
    private readonly resourceLock: ResourceLock,
    private readonly limitLock: DayLimitLock,
  ) {}

  /** Whether a transaction plans before it locks. One that only reads locks nothing. */
  mayPlan(tx: EntityManager): boolean {
    return this.database.isReadOnly(tx) || this.database.attemptOf(tx) <= PLANS;
  }

  /** @throws OutdatedPlanError: the transaction begins anew */
  async decide<Read extends Reading, Plan>(tx: EntityManager, choosing: Choosing<Read, Plan>): Promise<Plan> {
    if (!this.mayPlan(tx)) return this.decideAmongAll(tx, choosing);
    const read = await choosing.read(undefined);
    const planned = await choosing.decide(read, undefined);
    if (this.database.isReadOnly(tx)) return planned;
    const taken = choosing.takes(planned);
    if (taken === undefined) {
      await this.confirm(read, () => choosing.read(undefined));
      return planned;
    }
    await this.take(tx, taken);
    const again = await choosing.decide(await choosing.read(taken), taken);
    const isRefused = choosing.takes(again) === undefined;
    const confirmed = isRefused ? undefined : (choosing.confirmed ?? later)(again, planned);
    if (confirmed === undefined) throw new OutdatedPlanError();
    return confirmed;
  }

  /** Locks in the order of all writes: people, resources, services with a limit, each by their ids. @returns the people who exist */
  async take(tx: EntityManager, taken: Partial<Taken>): Promise<readonly number[]> {
    const people = await this.providerLock.take(tx, peopleOf(taken));
    await this.takeShared(tx, taken);
    return [...people.keys()];
  }

  /** @param tx it has locked the people @returns whether a service has a limit, so that what counts has to be read again */
  async takeShared(tx: EntityManager, { resourceIds = [], services = [] }: Partial<Taken>): Promise<boolean> {
    await this.resourceLock.takeThese(tx, resourceIds);
    return this.limitLock.take(tx, services);
  }

  /** Locks all resources of the kinds that some services need. @param tx it has locked the people */
  takeNeeded(tx: EntityManager, serviceIds: readonly number[]): Promise<void> {
    return this.resourceLock.takeNeededBy(tx, serviceIds);
  }

  /**
   * Several statements may have read what was never so at one moment: a refusal then reads once more.
   * @throws OutdatedPlanError when something has changed
   */
  async confirm({ readings }: Reading, readAgain: () => Promise<Reading>): Promise<void> {
    if (readings.length > 1 && !isDeepStrictEqual((await readAgain()).readings, readings))
      throw new OutdatedPlanError();
  }

  /** Locks all before it decides: for a write that has nothing to choose. */
  async decideAmongAll<Read extends Reading, Plan>(
    tx: EntityManager,
    { read, decide, lockAll }: Choosing<Read, Plan>,
  ): Promise<Plan> {
    const among = await lockAll();
    const first = await read(among);
    const isLimited = await this.limitLock.take(tx, first.services);
    return decide(isLimited ? await read(among) : first, among);
  }
}
