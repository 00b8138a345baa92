import { Injectable } from '@nestjs/common';
import { equals } from '../../platform/database/reads/clause';
import { EntityReads, type ReadRow } from '../../platform/database/reads/entity-reads';
import { found } from '../../platform/database/found';
import type { Page } from '../../platform/database/reads/page';
import type { UserListQuery } from '../../people/users/dto/user.dto';
import { User } from '../../people/users/user.entity';

const BY_ID = { field: 'id', direction: 'asc' } as const;

/** Reads users for /users. */
@Injectable()
export class UserReads {
  constructor(private readonly reads: EntityReads) {}

  list(query: UserListQuery): Promise<Page<ReadRow<User>>> {
    const where = equals('active', query.active);
    return this.reads.page(User, { window: query, sort: query.sort ?? BY_ID, where });
  }

  /** @throws NotFoundError */
  async get(id: number): Promise<ReadRow<User>> {
    return found(await this.reads.find(User, id), 'user');
  }
}
