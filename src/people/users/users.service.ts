import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock';
import { found } from '../../platform/database/found';
import { Database } from '../../platform/database/database';
import { violates } from '../../platform/database/sqlstate';
import { type Role, User } from './user.entity';
import { EmailTakenError, LastAdminError, SubjectTakenError, UserInactiveError } from './users.errors';

const LOCK_ACTIVE_ADMINS = {
  name: 'users.lock-active-admins',
  text: `select id from users where active and 'admin' = any(roles) order by id for update`,
};

export interface NewUser {
  readonly name: string;
  readonly email: string | null;
  readonly subject?: string | null;
  readonly roles: readonly Role[];
  readonly passwordHash?: string | null | undefined;
  readonly active?: boolean | undefined;
}

/** The members of a user to change. An absent member keeps its value. */
export type UserChange = Partial<
  Pick<User, 'name' | 'email' | 'subject' | 'roles' | 'active' | 'passwordHash'>
>;

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
    { name, email, subject = null, roles, passwordHash = null, active = true }: NewUser,
  ): Promise<User> {
    const now = new Date(this.clock.now());
    const user = {
      name,
      email,
      subject,
      roles: [...roles],
      passwordHash,
      active,
      createdAt: now,
      updatedAt: now,
    };
    return this.save(tx, tx.create(User, user));
  }

  /** Call it before other locks of users: a change that may take an administrator away waits for another such one. */
  async lockAdminsFor(tx: EntityManager, change: UserChange): Promise<number[]> {
    return mayTakeAdminAway(change) ? this.lockActiveAdmins(tx) : [];
  }

  /** @throws NotFoundError, EmailTakenError, SubjectTakenError, LastAdminError */
  async update(tx: EntityManager, id: number, change: UserChange): Promise<User> {
    const admins = await this.lockAdminsFor(tx, change);
    const user = Object.assign(await this.get(tx, id), change, { updatedAt: new Date(this.clock.now()) });
    if (admins.length === 1 && admins[0] === id && !isActiveAdmin(user)) throw new LastAdminError(id);
    return this.save(tx, user);
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

  /** @throws NotFoundError */
  async get(tx: EntityManager, id: number): Promise<User> {
    return found(await tx.findOneBy(User, { id }), `user: ${id}`);
  }

  /** Locks the active administrators, so that two transactions cannot each take away the other's last one. @returns their ids */
  private async lockActiveAdmins(tx: EntityManager): Promise<number[]> {
    const rows = await this.database.rows<{ id: number }>(LOCK_ACTIVE_ADMINS, [], tx);
    return rows.map(({ id }) => id);
  }

  private async save(tx: EntityManager, user: User): Promise<User> {
    try {
      return await tx.save(User, user);
    } catch (error) {
      if (violates(error, 'users_email_key')) throw new EmailTakenError();
      if (violates(error, 'users_subject_key')) throw new SubjectTakenError();
      throw error;
    }
  }
}

function mayTakeAdminAway({ active, roles }: UserChange): boolean {
  return active === false || roles?.includes('admin') === false;
}

function isActiveAdmin({ active, roles }: User): boolean {
  return active && roles.includes('admin');
}
