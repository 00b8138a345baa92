import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { TimeOffService } from '../../../business/time-off/time-off.service';
import { ImportedTimeOff } from '../dto/imported-rows';
import { outcomesOf } from '../faults';
import type { ImportJob, RowWriter, ValidRow } from '../imported-row';
import type { Outcome } from '../outcome';
import { SourceReferences } from '../source-references';

/** Time off of providers. Without an id, it is known by its provider, its start and its end. */
@Injectable()
export class TimeOffRows implements RowWriter<ImportedTimeOff> {
  readonly kind = 'time-off';
  readonly type = ImportedTimeOff;

  constructor(
    private readonly timeOff: TimeOffService,
    private readonly references: SourceReferences,
  ) {}

  async write(
    tx: EntityManager,
    job: ImportJob,
    rows: readonly ValidRow<ImportedTimeOff>[],
  ): Promise<Outcome[]> {
    const bodies = rows.map(({ body }) => body);
    const references = await this.references.read(tx, job, bodies);
    const context = { ...job.context, transaction: tx };
    return outcomesOf(bodies, async ({ providerId, start, end, reason }) => {
      const owner = { providerId: references.get('providerId', providerId) };
      return (await this.timeOff.create(context, owner, { start, end, reason })).timeOff;
    });
  }
}
