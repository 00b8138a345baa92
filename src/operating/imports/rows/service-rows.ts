import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ServiceWrite } from '../../../business/services/dto/service.dto';
import { ServicesService } from '../../../business/services/services.service';
import { type ImportJob, metadataOf, type RowWriter, type ValidRow } from '../imported-row';
import type { Outcome } from '../outcome';
import { outcomesOf } from '../faults';

@Injectable()
export class ServiceRows implements RowWriter<ServiceWrite> {
  readonly kind = 'services';
  readonly type = ServiceWrite;

  constructor(private readonly services: ServicesService) {}

  write(tx: EntityManager, job: ImportJob, rows: readonly ValidRow<ServiceWrite>[]): Promise<Outcome[]> {
    const context = { ...job.context, transaction: tx };
    return outcomesOf(rows, (row) =>
      this.services.create(context, Object.assign(row.body, { metadata: metadataOf(job, row) })),
    );
  }
}
