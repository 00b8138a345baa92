import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CategoriesService } from '../../../business/categories/categories.service';
import { CategoryWrite } from '../../../business/categories/dto/category.dto';
import { outcomesOf } from '../faults';
import { type ImportJob, metadataOf, type RowWriter, type ValidRow } from '../imported-row';
import type { Outcome } from '../outcome';

@Injectable()
export class CategoryRows implements RowWriter<CategoryWrite> {
  readonly kind = 'categories';
  readonly type = CategoryWrite;

  constructor(private readonly categories: CategoriesService) {}

  keysOf(): readonly string[] {
    return [];
  }

  write(tx: EntityManager, job: ImportJob, rows: readonly ValidRow<CategoryWrite>[]): Promise<Outcome[]> {
    const context = { ...job.context, transaction: tx };
    return outcomesOf(rows, (row) =>
      this.categories.create(context, Object.assign(row.body, { metadata: metadataOf(job, row) })),
    );
  }
}
