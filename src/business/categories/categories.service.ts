import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import type { Page } from '../../platform/database/reads/page';
import { found, lockRow } from '../../platform/database/found';
import { present } from '../../platform/values/present';
import { withDefaults } from '../../platform/http/validation/defaults';
import type { WriteContext } from '../../platform/database/write-context';
import { hasWords, IS_ACTIVE } from '../../platform/database/reads/clause';
import { Database } from '../../platform/database/database';
import { EntityReads, type ReadRow } from '../../platform/database/reads/entity-reads';
import { assertPreconditions } from '../../platform/http/preconditions';
import { Category } from './category.entity';
import {
  type CategoryListQuery,
  type CategoryPatch,
  CategoryWrite,
  toCategoryResponse,
} from './dto/category.dto';
import { withMetadata } from '../../platform/metadata/metadata';
import { hasMetadata } from '../../platform/metadata/metadata-clause';

const BY_NAME = { field: 'name', direction: 'asc' } as const;

/** Reads and writes categories. No other service writes them. */
@Injectable()
export class CategoriesService {
  constructor(
    private readonly database: Database,
    private readonly reads: EntityReads,
    private readonly clock: Clock,
  ) {}

  /** @param seesAll else active categories alone, and a filter by metadata is ignored */
  list(query: CategoryListQuery, seesAll: boolean): Promise<Page<ReadRow<Category>>> {
    const shown = seesAll ? hasMetadata(query.metadata) : [IS_ACTIVE];
    const where = [...hasWords(['t.name', 't.description'], query.q), ...shown];
    return this.reads.page(Category, { window: query, sort: query.sort ?? BY_NAME, where, isShort: true });
  }

  /** The active ones by name, in one page. @param most how many at most */
  active(most: number): Promise<Page<ReadRow<Category>>> {
    return this.reads.wholePage(
      Category,
      { window: {}, sort: BY_NAME, where: [IS_ACTIVE], isShort: true },
      most,
    );
  }

  /** @param seesAll else one that is not active is not found @throws NotFoundError */
  async get(id: number, seesAll: boolean): Promise<ReadRow<Category>> {
    return found(await this.reads.find(Category, id, seesAll ? [] : [IS_ACTIVE]), 'category');
  }

  create(context: WriteContext, body: CategoryWrite): Promise<Category> {
    const now = new Date(this.clock.now());
    const members = { ...withDefaults(CategoryWrite, body), createdAt: now, updatedAt: now };
    return this.database.transaction(context, (tx) => tx.save(tx.create(Category, members)));
  }

  /** @throws NotFoundError, PreconditionFailedError */
  replace(context: WriteContext, id: number, body: CategoryWrite): Promise<Category> {
    return this.change(context, id, withDefaults(CategoryWrite, body));
  }

  /** @throws NotFoundError, PreconditionFailedError */
  change(context: WriteContext, id: number, body: CategoryPatch): Promise<Category> {
    const now = new Date(this.clock.now());
    const members = present(body);
    return this.database.transaction(context, async (tx) => {
      const category = await lockRow(tx, Category, { id }, 'category');
      await assertPreconditions(context, () => toCategoryResponse(category));
      if (Object.keys(members).length === 0) return category;
      return tx.save(Object.assign(category, withMetadata(category, members), { updatedAt: now }));
    });
  }

  /** Its services stay, without a category. @throws NotFoundError, PreconditionFailedError */
  remove(context: WriteContext, id: number): Promise<number> {
    return this.database.transaction(context, async (tx) => {
      const category = await lockRow(tx, Category, { id }, 'category');
      await assertPreconditions(context, () => toCategoryResponse(category));
      await tx.remove(category);
      return id;
    });
  }
}
