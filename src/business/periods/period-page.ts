import type { Type } from '@nestjs/common';
import { type Clause, meets } from '../../platform/database/reads/clause';
import type { EntityReads, ReadRow } from '../../platform/database/reads/entity-reads';
import type { Page } from '../../platform/database/reads/page';
import { resolveBounds } from '../../platform/time/period';
import type { PeriodListQuery } from './period-list.query';

/** A closure or time off. */
interface StoredPeriod {
  readonly id: number;
  readonly startAt: Date;
  readonly endAt: Date;
}

const BY_START = { field: 'startAt', direction: 'asc', as: 'start' } as const;

/** A page of periods, by start. @param zone in which the dates of the query are read @param where further conditions on the row `t` */
export function periodPage<Row extends StoredPeriod>(
  reads: EntityReads,
  entity: Type<Row>,
  query: PeriodListQuery,
  zone: string,
  where: readonly Clause[] = [],
): Promise<Page<ReadRow<Row>>> {
  const clauses = [...where, ...meets(resolveBounds(query, zone))];
  return reads.page<Row>(entity, { window: query, sort: BY_START, where: clauses });
}
