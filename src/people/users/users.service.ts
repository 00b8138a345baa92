import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock';
import { NotFoundError } from '../../platform/errors/errors';
import type { WriteContext } from '../../platform/database/write-context';
import { Database } from '../../platform/database/database';
import { violates } from '../../platform/database/sqlstate';
import { type Role, User } from './user.entity';
import { EmailTakenError, UserInactiveError } from './users.errors';

export interface NewUser {
  readonly name: string;
  readonly email: string | null;
  readonly roles: readonly Role[];
  readonly passwordHash?: string | null | undefined;
  readonly active?: boolean | undefined;
}

/** The members of a user to change. An absent member keeps its value. */
export type UserChange = Partial<Pick<User, 'name' | 'email' | 'active' | 'passwordHash'>>;

/** Reads and writes users. Only this service writes the table. */
@Injectable()
export class UsersService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws EmailTakenError */
  async create(
    tx: EntityManager,
    { name, email, roles, passwordHash = null, active = true }: NewUser,
  ): Promise<User> {
    const now = new Date(this.clock.now());
    const user = {
      name,
      email,
      roles: [...roles],
      passwordHash,
      active,
      createdAt: now,
      updatedAt: now,
    };
    return this.save(tx, tx.create(User, user));
  }

  /** @throws NotFoundError, EmailTakenError */
  async update(tx: EntityManager, id: number, change: UserChange): Promise<User> {
    const user = await this.get(tx, id);
    return this.save(tx, Object.assign(user, change, { updatedAt: new Date(this.clock.now()) }));
  }

  /** Gets a user who may be given keys. @throws NotFoundError, UserInactiveError */
  async getActive(tx: EntityManager, id: number): Promise<User> {
    const user = await this.get(tx, id);
    if (!user.active) throw new UserInactiveError(id);
    return user;
  }

  /** All users, by id. */
  list(): Promise<User[]> {
    return this.database.manager.find(User, { order: { id: 'asc' } });
  }

  /** Deactivates a user, whose keys stop working at once. Repeating it has no effect. @throws NotFoundError */
  deactivate(context: WriteContext, id: number): Promise<User> {
    return this.database.transaction(context, (tx) => this.update(tx, id, { active: false }));
  }

  private async get(tx: EntityManager, id: number): Promise<User> {
    const user = await tx.findOneBy(User, { id });
    if (user === null) throw new NotFoundError(`user: ${id}`);
    return user;
  }

  private async save(tx: EntityManager, user: User): Promise<User> {
    try {
      return await tx.save(User, user);
    } catch (error) {
      if (violates(error, 'users_email_key')) throw new EmailTakenError();
      throw error;
    }
  }
}
