import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Page } from '../../platform/http/envelope/envelope';
import { NotFoundError } from '../../platform/errors/errors';
import { pageWindow } from '../../platform/http/pagination/list-query';
import { likePatterns } from '../../platform/http/pagination/search-words';
import { orderBy, type Sort, sortText } from '../../platform/http/pagination/sort';
import { Database } from '../../platform/database/database';
import type { ProviderListQuery, ProviderSort } from './dto/provider-list.query';
import { type ProviderRow, SELECT_PROVIDERS } from './provider-row';
import { isSlug } from './slugs/slug';

const COLUMNS: Readonly<Record<ProviderSort, string>> = {
  id: 'p.id',
  name: 'u.name',
  email: 'u.email',
  active: 'u.active',
  createdAt: 'u.created_at',
};
const BY_NAME: Sort<ProviderSort> = { field: 'name', direction: 'asc' };

/** Values: whether inactive ones count too, and the patterns. A word has no line break, so it is found in one member. */
const MATCHING = `
  where (u.active or $1)
    and concat_ws(E'\\n', u.name, u.email, p.phone, p.slug) collate "und-x-icu" ilike all ($2::text[])`;
const COUNT = {
  name: 'providers.count',
  text: `select count(*)::int as total from providers p join users u on u.id = p.id ${MATCHING}`,
};
const GET = { name: 'providers.get', text: `${SELECT_PROVIDERS} where p.id = $1` };
const FIND_BY_SLUG = { name: 'providers.find-by-slug', text: 'select id from providers where slug = $1' };
const FIND_TAKEN = {
  name: 'providers.find-taken',
  text: `select
           exists (select from users
             where lower(email collate "und-x-icu") = lower($1 collate "und-x-icu") and id <> $3) as email,
           exists (select from providers where slug = $2 and id <> $3) as slug`,
};
/** What a provider is to have for itself alone. */
export interface Claim {
  readonly email: string | null;
  readonly slug: string | null;
  /** Who may have it already. */
  readonly exceptId: number;
}

interface Taken {
  readonly email: boolean;
  readonly slug: boolean;
}

/** Reads providers together with their users. */
@Injectable()
export class ProvidersQueries {
  constructor(private readonly database: Database) {}

  async list(query: ProviderListQuery, includeInactive: boolean): Promise<Page<ProviderRow>> {
    const { sort = BY_NAME } = query;
    const { page, perPage, offset } = pageWindow(query);
    const statement = {
      name: `providers.list:${sortText(sort)}`,
      text: `${SELECT_PROVIDERS} ${MATCHING} order by ${orderBy(sort, COLUMNS, 'p.id')} limit $3 offset $4`,
    };
    const matching = [includeInactive, likePatterns(query.q)];
    const [rows, [count]] = await Promise.all([
      this.database.rows<ProviderRow>(statement, [...matching, perPage, offset]),
      this.database.rows<{ total: number }>(COUNT, matching),
    ]);
    return new Page(rows, count?.total ?? 0, page, perPage, sortText(sort));
  }

  /** @throws NotFoundError */
  async get(id: number, tx?: EntityManager): Promise<ProviderRow> {
    return found(await this.database.rows<ProviderRow>(GET, [id], tx));
  }

  /** @throws NotFoundError */
  async getIdBySlug(slug: string): Promise<number> {
    return found(isSlug(slug) ? await this.database.rows<{ id: number }>(FIND_BY_SLUG, [slug]) : []).id;
  }

  /** Which of the two somebody else has; null is nobody's. */
  async findTaken({ email, slug, exceptId }: Claim, tx: EntityManager): Promise<Taken> {
    const [taken] = await this.database.rows<Taken>(FIND_TAKEN, [email, slug, exceptId], tx);
    return taken ?? { email: false, slug: false };
  }
}

function found<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new NotFoundError('provider');
  return row;
}
