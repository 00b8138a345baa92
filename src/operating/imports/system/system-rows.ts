import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CategoriesService } from '../../../business/categories/categories.service';
import { CategoryWrite } from '../../../business/categories/dto/category.dto';
import { outcomesOf, outcomeOf } from '../faults';
import { type ImportJob, metadataOf, type RowWriter, type ValidRow } from '../imported-row';
import { type Outcome, refused } from '../outcome';
import { ClosuresService } from '../../../business/closures/closures.service';
import { ClosureWrite } from '../../../business/closures/dto/closure.dto';
import { ProviderWrite } from '../../../business/providers/dto/provider.dto';
import { ProvidersService } from '../../../business/providers/providers.service';
import { ImportReferences } from '../import-references.queries';
import { ImportSources } from '../import-sources';
import { SpecialHours } from '../../../business/special-hours/special-hours.entity';
import { ofProvider, SpecialHoursService } from '../../../business/special-hours/special-hours.service';
import { ValidationError } from '../../../platform/errors/errors';
import { ImportedSpecialDay } from '../dto/imported-rows';
import { SourceReferences } from '../source-references';

@Injectable()
export class CategoryRows implements RowWriter<CategoryWrite> {
  readonly kind = 'categories';
  readonly type = CategoryWrite;

  constructor(private readonly categories: CategoriesService) {}

  write(tx: EntityManager, job: ImportJob, rows: readonly ValidRow<CategoryWrite>[]): Promise<Outcome[]> {
    const context = { ...job.context, transaction: tx };
    return outcomesOf(rows, (row) =>
      this.categories.create(context, Object.assign(row.body, { metadata: metadataOf(job, row) })),
    );
  }
}

@Injectable()
export class ClosureRows implements RowWriter<ClosureWrite> {
  readonly kind = 'closures';
  readonly type = ClosureWrite;

  constructor(private readonly closures: ClosuresService) {}

  write(tx: EntityManager, job: ImportJob, rows: readonly ValidRow<ClosureWrite>[]): Promise<Outcome[]> {
    const context = { ...job.context, transaction: tx };
    return outcomesOf(rows, async ({ body }) => (await this.closures.create(context, body)).closure);
  }
}

/** A provider whose e-mail address is here already is left as it is. */
@Injectable()
export class ProviderRows implements RowWriter<ProviderWrite> {
  readonly kind = 'providers';
  readonly type = ProviderWrite;

  constructor(
    private readonly providers: ProvidersService,
    private readonly references: ImportReferences,
    private readonly sources: ImportSources,
  ) {}

  /** One by one: a business has few. */
  async write(
    tx: EntityManager,
    job: ImportJob,
    rows: readonly ValidRow<ProviderWrite>[],
  ): Promise<Outcome[]> {
    const context = { ...job.context, transaction: tx };
    const emails = rows.map(({ body }) => body.email);
    const present = await this.references.providersByEmail(tx, emails);
    const outcomes: Outcome[] = [];
    for (const row of rows) {
      const id = present.get(row.body.email);
      const create = () =>
        this.providers.create(context, Object.assign(row.body, { metadata: metadataOf(job, row) }));
      outcomes.push(id === undefined ? await outcomeOf(create) : await this.here(tx, job, id));
    }
    return outcomes;
  }

  /** Of two providers there with one address, the second one is not the first: their times would be those of one. */
  private async here(tx: EntityManager, { source }: ImportJob, id: number): Promise<Outcome> {
    const isOther = await this.sources.hasBrought(tx, source, this.kind, id);
    return isOther ? refused('email is that of another provider there') : { is: 'unchanged', id };
  }
}

/** Whole dates of providers. A date that has special hours already is left alone. */
@Injectable()
export class SpecialDayRows implements RowWriter<ImportedSpecialDay> {
  readonly kind = 'special-hours';
  readonly type = ImportedSpecialDay;

  constructor(
    private readonly specialHours: SpecialHoursService,
    private readonly references: SourceReferences,
  ) {}

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
