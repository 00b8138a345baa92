import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ValidationError } from '../../platform/errors/errors';
import { present } from '../../platform/values/present';
import { Database } from '../../platform/database/database';
import { violates } from '../../platform/database/sqlstate';
import type { User } from '../../people/users/user.entity';
import { type NewUser, type UserChange, UsersService } from '../../people/users/users.service';
import { Provider } from './provider.entity';
import { firstFree, slugOf } from './slugs/slug';

/** What makes a user a provider. */
export type ProviderDetails = Partial<
  Pick<Provider, 'phone' | 'slug' | 'color' | 'timezone' | 'schedule' | 'maxPerDay' | 'metadata'>
>;

/** Another provider has the slug. */
export class SlugTakenError extends ValidationError {
  constructor() {
    super({ slug: 'belongs to another provider already' });
  }
}

const FIND_NAMESAKES = {
  name: 'providers.find-namesakes',
  text: `select slug from providers where slug = $1 or slug like $1 || '-%'`,
};
/** Waits for a concurrent transaction that takes the slug; gives no row when the slug is taken. */
const INSERT = {
  name: 'providers.insert',
  text: `insert into providers (id, slug, phone, color, timezone, schedule, max_per_day, metadata)
         values ($1, $2, $3, $4, $5, $6, $7, $8)
         on conflict (slug) do nothing returning id`,
};

/** Writes the two rows of a provider, its user's and its own, inside the transaction of the caller. */
@Injectable()
export class ProviderAccounts {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
  ) {}

  /** Makes a missing slug from the name. @param user has the role `provider` @returns its id @throws EmailTakenError, SlugTakenError */
  async create(tx: EntityManager, user: NewUser, details: ProviderDetails = {}): Promise<number> {
    const { id } = await this.users.create(tx, user);
    const { slug = null, ...others } = details;
    if (slug === null) await this.insertUnderFreeSlug(tx, id, slugOf(user.name), others);
    else if (!(await this.insert(tx, id, slug, others))) throw new SlugTakenError();
    return id;
  }

  /** Makes an existing user a provider, under the same id. */
  async promote(tx: EntityManager, { id, name }: Pick<User, 'id' | 'name'>): Promise<void> {
    await this.insertUnderFreeSlug(tx, id, slugOf(name), {});
  }

  /** Changes what is present. @throws EmailTakenError, SlugTakenError */
  async update(tx: EntityManager, id: number, user: UserChange, details: ProviderDetails): Promise<void> {
    const [userChange, change] = [present(user), present(details)];
    if (Object.keys(userChange).length > 0) await this.users.update(tx, id, userChange);
    if (Object.keys(change).length === 0) return;
    try {
      await tx.update(Provider, { id }, change);
    } catch (error) {
      if (violates(error, 'providers_slug_key')) throw new SlugTakenError();
      throw error;
    }
  }

  private async insertUnderFreeSlug(
    tx: EntityManager,
    id: number,
    base: string,
    details: ProviderDetails,
  ): Promise<void> {
    for (;;) {
      const namesakes = await this.database.rows<{ slug: string }>(FIND_NAMESAKES, [base], tx);
      const taken = namesakes.map(({ slug }) => slug);
      if (await this.insert(tx, id, firstFree(base, taken), details)) return;
      // A concurrent transaction has taken it: it is among the namesakes now.
    }
  }

  /** Whether the slug was free. */
  private async insert(
    tx: EntityManager,
    id: number,
    slug: string,
    details: ProviderDetails,
  ): Promise<boolean> {
    const { phone = null, color = null, timezone = null, schedule = null, maxPerDay = null } = details;
    const stored = schedule === null ? null : JSON.stringify(schedule);
    const values = [id, slug, phone, color, timezone, stored, maxPerDay, details.metadata ?? {}];
    const rows = await this.database.rows(INSERT, values, tx);
    return rows.length > 0;
  }
}
