import { Injectable, type ModuleMetadata } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { lockRow } from '../../platform/database/found';
import type { WriteContext } from '../../platform/database/write-context';
import { Database } from '../../platform/database/database';
import type { Caller } from '../../platform/http/identity';
import { assertPreconditions } from '../../platform/http/preconditions';
import { ProviderAccounts } from '../../business/providers/provider-accounts';
import { ApiKeysModule } from '../../people/api-keys/api-keys.module';
import { KeyAuthors } from '../../people/api-keys/key-authors';
import { User } from '../../people/users/user.entity';
import { ProviderRoleError } from '../../people/users/users.errors';
import { type NewUser, type UserChange, UsersService } from '../../people/users/users.service';
import { UsersModule } from '../../people/users/users.module';

/** Who changes a user over the API, and the state of the user that preconditions name. */
export interface UserEditor {
  readonly caller: Caller;
  compared(user: User): object;
}

/** Creates and changes users, for the command line and for /users. */
@Injectable()
export class UserAdministration {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly authors: KeyAuthors,
    private readonly providers: ProviderAccounts,
  ) {}

  /**
   * Creates a user, and a provider too if the user has that role.
   * @param caller undefined: the command line @throws EmailTakenError, SubjectTakenError, BeyondError
   */
  register(context: WriteContext, user: NewUser, caller?: Caller): Promise<User> {
    return this.database.transaction(context, async (tx) => {
      if (user.roles.length > 0) (await this.authors.of(tx, caller)).assertGivesRoles();
      return user.roles.includes('provider') ? this.createProvider(tx, user) : this.users.create(tx, user);
    });
  }

  /**
   * A user who gets the role `provider` becomes a provider. Roles act from the next request of each key on.
   * @param by undefined: the command line
   * @throws NotFoundError, PreconditionFailedError, EmailTakenError, SubjectTakenError, LastAdminError, ProviderRoleError, BeyondError
   */
  change(context: WriteContext, id: number, change: UserChange, by?: UserEditor): Promise<User> {
    return this.database.transaction(context, async (tx) => {
      await this.users.lockAdminsFor(tx, change);
      const author = await this.authors.of(tx, by?.caller);
      const before = await lockRow(tx, User, { id }, `user: ${id}`);
      if (by !== undefined) await assertPreconditions(context, () => by.compared(before));
      const wasProvider = isProvider(before);
      const user = await this.users.update(tx, id, change);
      if (givesRoles(before, user)) author.assertGivesRoles();
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

/** A person who is named anew is another one for the identity provider, and gets the roles. */
function givesRoles(before: User, after: User): boolean {
  const isNamedAnew =
    before.email !== after.email || (after.subject !== null && before.subject !== after.subject);
  return (
    after.roles.some((role) => !before.roles.includes(role)) ||
    (after.active && !before.active) ||
    (isNamedAnew && after.roles.length > 0)
  );
}

function isProvider({ roles }: User): boolean {
  return roles.includes('provider');
}

/** What the commands and the API need. */
export const USER_ADMINISTRATION = {
  imports: [ApiKeysModule, UsersModule],
  providers: [ProviderAccounts, UserAdministration],
} satisfies ModuleMetadata;
