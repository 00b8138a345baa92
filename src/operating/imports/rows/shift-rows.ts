import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SpecialHours } from '../../../business/special-hours/special-hours.entity';
import { ofProvider, SpecialHoursService } from '../../../business/special-hours/special-hours.service';
import { ValidationError } from '../../../platform/errors/errors';
import { timeText } from '../../../platform/time/local-date';
import { ImportedShift } from '../dto/imported-rows';
import { outcomeOf } from '../faults';
import { ImportSources } from '../import-sources';
import type { ImportJob, RowWriter, ValidRow } from '../imported-row';
import type { Outcome } from '../outcome';
import { SourceReferences } from '../source-references';

/** Shifts become special hours of their date. Those of one date are its stretches. */
@Injectable()
export class ShiftRows implements RowWriter<ImportedShift> {
  readonly kind = 'shifts';
  readonly type = ImportedShift;

  constructor(
    private readonly specialHours: SpecialHoursService,
    private readonly sources: ImportSources,
    private readonly references: SourceReferences,
  ) {}

  async write(
    tx: EntityManager,
    job: ImportJob,
    rows: readonly ValidRow<ImportedShift>[],
  ): Promise<Outcome[]> {
    const bodies = rows.map(({ body }) => body);
    const references = await this.references.read(tx, job, bodies);
    // What the rows before have written here is recorded only after this returns.
    const own = new Set<number>();
    const outcomes: Outcome[] = [];
    for (const body of bodies) {
      const { date, start, end } = body;
      const outcome = await outcomeOf(async () => {
        const providerId = references.get('providerId', body.providerId);
        const place =
          typeof body.locationId === 'string' ? references.get('locationId', body.locationId) : undefined;
        const hours = [
          ...(await this.present(tx, job, { providerId, date }, own)),
          { start, end, locationId: place },
        ];
        const context = { ...job.context, transaction: tx };
        return (await this.specialHours.set(context, ofProvider(providerId), date, { hours })).written;
      });
      if (outcome.is === 'taken') own.add(outcome.id);
      outcomes.push(outcome);
    }
    return outcomes;
  }

  /** The stretches that earlier rows have given the date. @throws ValidationError of a date whose hours came by another way */
  private async present(
    tx: EntityManager,
    { source }: ImportJob,
    { providerId, date }: { readonly providerId: number; readonly date: string },
    own: ReadonlySet<number>,
  ) {
    const day = await tx.findOneBy(SpecialHours, { providerId, onDate: date });
    if (day === null) return [];
    if (!own.has(day.id) && !(await this.sources.hasBrought(tx, source, this.kind, day.id)))
      throw new ValidationError({ date: 'has special hours already' });
    return day.hours.map(({ startMin, endMin, locationId }) => {
      return { start: timeText(startMin), end: timeText(endMin), locationId };
    });
  }
}
