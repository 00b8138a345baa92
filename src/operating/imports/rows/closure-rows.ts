import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ClosuresService } from '../../../business/closures/closures.service';
import { ClosureWrite } from '../../../business/closures/dto/closure.dto';
import { outcomesOf } from '../faults';
import type { ImportJob, RowWriter, ValidRow } from '../imported-row';
import type { Outcome } from '../outcome';

@Injectable()
export class ClosureRows implements RowWriter<ClosureWrite> {
  readonly kind = 'closures';
  readonly type = ClosureWrite;

  constructor(private readonly closures: ClosuresService) {}

  keysOf(): readonly string[] {
    return [];
  }

  write(tx: EntityManager, job: ImportJob, rows: readonly ValidRow<ClosureWrite>[]): Promise<Outcome[]> {
    const context = { ...job.context, transaction: tx };
    return outcomesOf(rows, async ({ body }) => (await this.closures.create(context, body)).closure);
  }
}
