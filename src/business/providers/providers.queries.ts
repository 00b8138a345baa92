import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Page } from '../../platform/database/reads/page';
import { found } from '../../platform/database/found';
import { type PageWindow, pageWindow } from '../../platform/database/reads/page-window';
import { type Sort, orderBy, sortText } from '../../platform/database/reads/order-by';
import { type Clause, hasWords, joinClauses, type Where } from '../../platform/database/reads/clause';
import { Database, type Statement } from '../../platform/database/database';
import { KnownReads } from '../../platform/database/reads/known-reads';
import { pageOf, selectWithTotal, type TotalRow } from '../../platform/database/reads/total-page';
import type { ProviderListQuery, ProviderSort } from './dto/provider.dto';
import { offersService } from '../services/assignments/offered-services';
import { type ProviderRow, selectProviders } from './provider-row';
import { isSlug } from './slugs/slug';
import { hasMetadata } from '../../platform/metadata/metadata-clause';

const COLUMNS: Readonly<Record<ProviderSort, string>> = {
  id: 'p.id',
  name: 'u.name',
  email: 'u.email',
  active: 'u.active',
  createdAt: 'u.created_at',
};
const BY_NAME: Sort<ProviderSort> = { field: 'name', direction: 'asc' };

const ACTIVE: Clause = { name: 'active', sql: 'u.active' };
const NAMES = ['u.name', 'p.slug'];
const CONTACT = ['u.email', 'p.phone'];

const GET = { name: 'providers.get', text: `${selectProviders()} where p.id = $1`, isShort: true };
const FIND_BY_SLUG = {
  name: 'providers.find-by-slug',
  text: 'select id from providers where slug = $1',
  isShort: true,
};
const FIND_TAKEN = {
  name: 'providers.find-taken',
  text: `select
           exists (select from users
             where lower(email collate "und-x-icu") = lower($1 collate "und-x-icu") and id <> $3) as email,
           exists (select from providers where slug = $2 and id <> $3) as slug`,
};

function listing({ name, sql, values }: Where, sort: Sort<ProviderSort>): Statement {
  const order = orderBy(sort.direction, {
    column: COLUMNS[sort.field],
    id: 'p.id',
    isNullable: sort.field === 'email',
  });
  const page = `${selectProviders(`row_number() over (order by ${order}) as position`)}
    where ${sql} order by ${order} limit $${values.length + 1} offset $${values.length + 2}`;
  return {
    name: name === undefined ? '' : ['providers.list', name, sortText(sort)].join('.'),
    text: selectWithTotal(
      `select count(*)::int as total from providers p join users u on u.id = p.id where ${sql}`,
      page,
      'listed.position',
    ),
  };
}

/** The e-mail address and the slug of a write; both are unique. */
export interface UniqueMembers {
  readonly email: string | null;
  readonly slug: string | null;
  /** The provider that is written: it may have them already. */
  readonly exceptId: number;
}

interface Taken {
  readonly email: boolean;
  readonly slug: boolean;
}

@Injectable()
export class ProvidersQueries {
  constructor(
    private readonly database: Database,
    private readonly known: KnownReads,
  ) {}

  /** @param sees what the caller may see; else the search would reveal an e-mail address letter by letter */
  async list(
    query: ProviderListQuery,
    sees: { readonly inactive: boolean; readonly contact: boolean; readonly metadata: boolean },
  ): Promise<Page<ProviderRow>> {
    const { sort = BY_NAME } = query;
    const window = pageWindow(query);
    const offering = query.serviceId === undefined ? [] : [offersService(query.serviceId), ACTIVE];
    const searched = sees.contact ? [...NAMES, ...CONTACT] : NAMES;
    const where = joinClauses([
      ...offering,
      ...(sees.inactive ? [] : [ACTIVE]),
      ...hasWords(searched, query.q),
      ...hasMetadata(sees.metadata ? query.metadata : undefined, 'p.metadata'),
    ]);
    return this.page(where, sort, window);
  }

  /** The active ones by name, in one page. @param most how many at most */
  active(most: number): Promise<Page<ProviderRow>> {
    return this.page(joinClauses([ACTIVE]), BY_NAME, { page: 1, perPage: most, offset: 0 });
  }

  /** @throws NotFoundError */
  async get(id: number, tx?: EntityManager): Promise<ProviderRow> {
    const [row] = await this.database.rows<ProviderRow>(GET, [id], tx);
    return found(row, 'provider');
  }

  /** @throws NotFoundError */
  async getIdBySlug(slug: string): Promise<number> {
    const [row] = isSlug(slug) ? await this.database.rows<{ id: number }>(FIND_BY_SLUG, [slug]) : [];
    return found(row, 'provider').id;
  }

  /** Tells which of the two belongs to another user or provider; null belongs to none. */
  async findTaken({ email, slug, exceptId }: UniqueMembers, tx: EntityManager): Promise<Taken> {
    const [taken] = await this.database.rows<Taken>(FIND_TAKEN, [email, slug, exceptId], tx);
    return taken ?? { email: false, slug: false };
  }

  private page(where: Where, sort: Sort<ProviderSort>, window: PageWindow): Promise<Page<ProviderRow>> {
    const values = [...where.values, window.perPage, window.offset];
    return this.known.page(listing(where, sort), values, (rows: TotalRow<ProviderRow>[]) =>
      pageOf(rows, window, sort),
    );
  }
}
