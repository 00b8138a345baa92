import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { WriteContext } from '../../platform/database/write-context';
import { Database } from '../../platform/database/database';
import { ProviderRegistrar } from './provider-registrar';
import { User } from './user.entity';
import { type NewUser, UsersService } from './users.service';

/** Creates users for the command line. */
@Injectable()
export class UserRegistration {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly providers: ProviderRegistrar,
  ) {}

  /** Creates a user, and a provider too if the user has that role. @throws EmailTakenError */
  register(context: WriteContext, user: NewUser): Promise<User> {
    return this.database.transaction(context, (tx) =>
      user.roles.includes('provider') ? this.createProvider(tx, user) : this.users.create(tx, user),
    );
  }

  private async createProvider(tx: EntityManager, user: NewUser): Promise<User> {
    const id = await this.providers.create(tx, user);
    return tx.findOneByOrFail(User, { id });
  }
}
