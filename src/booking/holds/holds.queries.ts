import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock';
import { Database } from '../../platform/database/database';
import { orderBy, sortText } from '../../platform/database/reads/order-by';
import { pageOf, selectWithTotal, type TotalRow } from '../../platform/database/reads/total-page';
import { found } from '../../platform/database/found';
import type { Page } from '../../platform/database/reads/page';
import { pageWindow } from '../../platform/database/reads/page-window';
import type { HoldListQuery, HoldSort } from './dto/hold-list.query';
import { type HoldRow, selectHolds } from './hold-row';
import { FIND } from './holds.statements';

const BY_EXPIRY: HoldSort = { field: 'expiresAt', direction: 'asc' };

/** Reads live holds. Expired holds count as deleted. */
@Injectable()
export class HoldsQueries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @param token undefined: no UUID, which no hold has */
  async find(token: string | undefined, tx?: EntityManager): Promise<HoldRow | undefined> {
    const [row] = await this.database.rows<HoldRow>(FIND, [token ?? null, this.now()], tx);
    return row;
  }

  /** @throws NotFoundError */
  async get(token: string | undefined, tx?: EntityManager): Promise<HoldRow> {
    return found(await this.find(token, tx), 'hold');
  }

  async page({ sort = BY_EXPIRY, ...window }: HoldListQuery): Promise<Page<HoldRow>> {
    const { page, perPage, offset } = pageWindow(window);
    const order = orderBy(sort.direction, { column: `listed."${sort.field}"`, id: 'listed.id' });
    const live = `${selectHolds('holds')} where h.expires_at > $1`;
    const statement = {
      name: `holds.page.${sortText(sort)}`,
      text: selectWithTotal(
        'select count(*)::int as total from holds where expires_at > $1',
        `select * from (${live}) listed order by ${order} limit $2 offset $3`,
        order,
      ),
    };
    const rows = await this.database.rows<TotalRow<HoldRow>>(statement, [this.now(), perPage, offset]);
    return pageOf(rows, { page, perPage }, sort);
  }

  private now(): Date {
    return new Date(this.clock.now());
  }
}
