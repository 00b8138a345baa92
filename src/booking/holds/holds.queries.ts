import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock';
import { Database } from '../../platform/database/database';
import { orderBy, sortText } from '../../platform/database/reads/order-by';
import { pageOf, selectWithTotal, type TotalRow } from '../../platform/database/reads/total-page';
import { found } from '../../platform/database/found';
import type { Page } from '../../platform/database/reads/page';
import type { Reach } from '../../platform/restrictions';
import { andWithin } from '../reach';
import { pageWindow } from '../../platform/database/reads/page-window';
import type { HoldListQuery, HoldSort } from './dto/hold-list.query';
import { HeldTimes } from '../diary/holds/held-times';
import { type HoldRow, selectHolds } from '../diary/holds/hold-row';

const BY_EXPIRY: HoldSort = { field: 'expiresAt', direction: 'asc' };

/** Reads live holds. Expired holds count as deleted. */
@Injectable()
export class HoldsQueries {
  constructor(
    private readonly database: Database,
    private readonly times: HeldTimes,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFoundError for one that a narrowed key does not see, too */
  async get(token: string | undefined, tx?: EntityManager, reach?: Reach): Promise<HoldRow> {
    return found(await this.times.find(token, tx, reach), 'hold');
  }

  /** @param reach what a narrowed key sees */
  async page({ sort = BY_EXPIRY, ...window }: HoldListQuery, reach?: Reach): Promise<Page<HoldRow>> {
    const { page, perPage, offset } = pageWindow(window);
    const order = orderBy(sort.direction, { column: `listed."${sort.field}"`, id: 'listed.id' });
    const listed = andWithin(reach, 'any', { alias: 'h', first: 4 });
    const counted = andWithin(reach, 'any', { alias: 'holds', first: 4 });
    const live = `${selectHolds('holds')} where h.expires_at > $1${listed.sql}`;
    const statement = {
      name: `holds.page.${sortText(sort)}${listed.name}`,
      text: selectWithTotal(
        `select count(*)::int as total from holds where expires_at > $1${counted.sql}`,
        `select * from (${live}) listed order by ${order} limit $2 offset $3`,
        order,
      ),
    };
    const values = [this.now(), perPage, offset, ...listed.values];
    const rows = await this.database.rows<TotalRow<HoldRow>>(statement, values);
    return pageOf(rows, { page, perPage }, sort);
  }

  private now(): Date {
    return new Date(this.clock.now());
  }
}
