import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AffectedAppointment } from '../../business/periods/affected-appointments';
import { Config } from '../../platform/config/config';
import { Database } from '../../platform/database/database';
import type { WriteContext } from '../../platform/database/write-context';
import { ValidationError } from '../../platform/errors/errors';
import { resolveBounds } from '../../platform/time/period';
import { AffectedLock } from './affected-lock';
import { PROVIDERS, STARTING } from './affected.statements';
import type { ReassignmentWrite } from './dto/reassignment.dto';
import { Reassignment } from './reassignment.service';

/** Gives the appointments of a provider to others, without an absence. */
@Injectable()
export class ProviderReassignment {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly affectedLock: AffectedLock,
    private readonly reassignment: Reassignment,
  ) {}

  /** @throws ValidationError of ids that name nothing, TooManyAppointmentsError */
  async reassign(context: WriteContext, body: ReassignmentWrite): Promise<readonly AffectedAppointment[]> {
    const write = (tx: EntityManager) => this.reassignIn(context, tx, body);
    if (body.dryRun === true) return (await this.database.readOnly(context, write)).affected;
    const decided = await this.database.transaction(context, write);
    decided.count();
    return decided.affected;
  }

  private async reassignIn({ reach }: WriteContext, tx: EntityManager, body: ReassignmentWrite) {
    const { providerId, toProviderIds, otherwise = 'keep', message } = body;
    const { from = NaN, to = NaN } = resolveBounds(body, this.config.businessTimeZone);
    await this.assertFound(tx, body);
    const locked = await this.affectedLock.take(
      tx,
      {
        selection: STARTING,
        values: [new Date(from), new Date(to), providerId],
        treatment: 'reassign',
        providerIds: [providerId],
        toProviderIds,
      },
      reach,
    );
    const consequences = { appointments: 'reassign', otherwise, message: message ?? undefined } as const;
    return this.reassignment.decide(tx, locked, consequences);
  }

  private async assertFound(
    tx: EntityManager,
    { providerId, toProviderIds = [] }: ReassignmentWrite,
  ): Promise<void> {
    const rows = await this.database.rows<{ id: number }>(PROVIDERS, [[providerId, ...toProviderIds]], tx);
    const isFound = (id: number) => rows.some((row) => row.id === id);
    const fault = 'names no provider';
    const faults = {
      ...(!isFound(providerId) && { providerId: fault }),
      ...(!toProviderIds.every(isFound) && { toProviderIds: fault }),
    };
    if (Object.keys(faults).length > 0) throw new ValidationError(faults);
  }
}
