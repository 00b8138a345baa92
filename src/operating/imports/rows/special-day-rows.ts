import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SpecialHours } from '../../../business/special-hours/special-hours.entity';
import { ofProvider, SpecialHoursService } from '../../../business/special-hours/special-hours.service';
import { ValidationError } from '../../../platform/errors/errors';
import { ImportedSpecialDay } from '../dto/imported-rows';
import { outcomesOf } from '../faults';
import type { ImportJob, RowWriter, ValidRow } from '../imported-row';
import type { Outcome } from '../outcome';
import { SourceReferences } from '../source-references';

/** Whole dates of providers. A date that has special hours already is left alone. */
@Injectable()
export class SpecialDayRows implements RowWriter<ImportedSpecialDay> {
  readonly kind = 'special-hours';
  readonly type = ImportedSpecialDay;

  constructor(
    private readonly specialHours: SpecialHoursService,
    private readonly references: SourceReferences,
  ) {}

  keysOf(): readonly string[] {
    return [];
  }

  async write(
    tx: EntityManager,
    job: ImportJob,
    rows: readonly ValidRow<ImportedSpecialDay>[],
  ): Promise<Outcome[]> {
    const bodies = rows.map(({ body }) => body);
    const references = await this.references.read(tx, job, bodies);
    const context = { ...job.context, transaction: tx };
    return outcomesOf(bodies, async ({ providerId: theirs, date, hours }) => {
      const providerId = references.get('providerId', theirs);
      if (await tx.existsBy(SpecialHours, { providerId, onDate: date }))
        throw new ValidationError({ date: 'has special hours already' });
      return (await this.specialHours.set(context, ofProvider(providerId), date, { hours })).written;
    });
  }
}
