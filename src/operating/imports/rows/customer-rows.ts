import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CustomersService } from '../../../people/customers/customers.service';
import { ImportedCustomer } from '../dto/imported-rows';
import { type ImportJob, metadataOf, type RowWriter, type ValidRow } from '../imported-row';
import type { Outcome } from '../outcome';
import { ImportReferences } from '../import-references.queries';
import { keyOfEmail } from '../import-sources';
import { MadeAt } from '../made-at';

/** A person whose e-mail address is here already is left as it is. */
@Injectable()
export class CustomerRows implements RowWriter<ImportedCustomer> {
  readonly kind = 'customers';
  readonly type = ImportedCustomer;

  constructor(
    private readonly customers: CustomersService,
    private readonly references: ImportReferences,
    private readonly madeAt: MadeAt,
  ) {}

  /** So that a person who was erased does not come back under another id. */
  keysOf({ email }: ImportedCustomer): readonly string[] {
    return email ? [keyOfEmail(email)] : [];
  }

  async write(
    tx: EntityManager,
    job: ImportJob,
    rows: readonly ValidRow<ImportedCustomer>[],
  ): Promise<Outcome[]> {
    const emails = rows.flatMap(({ body }) => body.email ?? []);
    const present = await this.references.customersByEmail(tx, emails);
    const found = rows.map(({ body }) => present.get(body.email ?? ''));
    const bodies = rows
      .filter((_, i) => found[i] === undefined)
      .map((row) => {
        const { createdAt, ...body } = row.body;
        return { ...body, metadata: metadataOf(job, row), madeAt: this.madeAt.dateOf(createdAt) };
      });
    const created = await this.customers.createAll({ ...job.context, transaction: tx }, bodies);
    const ids = created.map(({ id }) => id)[Symbol.iterator]();
    return found.map((id): Outcome => {
      return id === undefined ? { is: 'taken', id: ids.next().value ?? 0 } : { is: 'unchanged', id };
    });
  }
}
