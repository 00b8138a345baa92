import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ProviderWrite } from '../../../business/providers/dto/provider.dto';
import { ProvidersService } from '../../../business/providers/providers.service';
import { outcomeOf } from '../faults';
import { type ImportJob, metadataOf, type RowWriter, type ValidRow } from '../imported-row';
import { type Outcome, refused } from '../outcome';
import { ImportReferences } from '../import-references.queries';
import { ImportSources } from '../import-sources';

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

  keysOf(): readonly string[] {
    return [];
  }

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
