import type { EntityManager } from 'typeorm';
import type { User } from './user.entity';
import type { NewUser } from './users.service';

/** Creates users who are providers. `business/providers` implements it, so that users need not import that wing. */
export abstract class ProviderRegistrar {
  /** @param user its roles include `provider` @returns the id of the user and the provider @throws EmailTakenError */
  abstract create(tx: EntityManager, user: NewUser): Promise<number>;

  /** Makes an existing user a provider, under the same id. */
  abstract promote(tx: EntityManager, user: Pick<User, 'id' | 'name'>): Promise<void>;
}
