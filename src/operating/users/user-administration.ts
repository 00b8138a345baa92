import { Injectable, type ModuleMetadata } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { WriteContext } from '../../platform/database/write-context';
import { Database } from '../../platform/database/database';
import { ProviderAccounts } from '../../business/providers/provider-accounts';
import { User } from '../../people/users/user.entity';
import { ProviderRoleError } from '../../people/users/users.errors';
import { type NewUser, type UserChange, UsersService } from '../../people/users/users.service';
import { UsersModule } from '../../people/users/users.module';

/** Creates and changes users for the command line. */
@Injectable()
export class UserAdministration {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly providers: ProviderAccounts,
  ) {}

  /** Creates a user, and a provider too if the user has that role. @throws EmailTakenError */
  register(context: WriteContext, user: NewUser): Promise<User> {
    return this.database.transaction(context, (tx) =>
      user.roles.includes('provider') ? this.createProvider(tx, user) : this.users.create(tx, user),
    );
  }

  /**
   * A user who gets the role `provider` becomes a provider. Roles act from the next request of each key on.
   * @throws NotFoundError, EmailTakenError, LastAdminError, ProviderRoleError
   */
  change(context: WriteContext, id: number, change: UserChange): Promise<User> {
    return this.database.transaction(context, async (tx) => {
      const wasProvider = isProvider(await this.users.get(tx, id));
      const user = await this.users.update(tx, id, change);
      if (wasProvider && !isProvider(user)) throw new ProviderRoleError(id);
      if (!wasProvider && isProvider(user)) await this.providers.promote(tx, user);
      return user;
    });
  }

  private async createProvider(tx: EntityManager, user: NewUser): Promise<User> {
    const id = await this.providers.create(tx, user);
    return tx.findOneByOrFail(User, { id });
  }
}

function isProvider({ roles }: User): boolean {
  return roles.includes('provider');
}

/** What the commands need. */
export const USER_ADMINISTRATION = {
  imports: [UsersModule],
  providers: [ProviderAccounts, UserAdministration],
} satisfies ModuleMetadata;
