import { Body, Controller, Get, Inject, Patch, Post, Query, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Config } from '../../platform/config/config';
import type { WriteContext } from '../../platform/database/write-context';
import { changed, created, page, read } from '../../platform/http/envelope/answers';
import { CurrentWrite } from '../../platform/http/conditional/current-write';
import type { Caller } from '../../platform/http/identity';
import { PathId } from '../../platform/http/parameters/path-id';
import { present } from '../../platform/values/present';
import { KeysByApiGuard } from '../../people/auth/keys-by-api.guard';
import { CurrentCaller, Operation } from '../../people/auth/operation';
import {
  toUserResponse,
  UserListQuery,
  UserPatch,
  UserResponse,
  UserWrite,
} from '../../people/users/dto/user.dto';
import type { User } from '../../people/users/user.entity';
import { UserAdministration } from './user-administration';
import { UserReads } from './user-reads';

@ApiTags('Users')
@UseGuards(KeysByApiGuard)
@Controller('users')
export class UsersController {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly reads: UserReads,
    private readonly users: UserAdministration,
  ) {}

  @Operation('admin', 'List users', page(UserResponse, 'A page of users'), {
    description: 'A 404 unless `KEYS_BY_API` is on.',
    refuses: ['NOT_FOUND'],
  })
  @Get()
  list(@Query() query: UserListQuery) {
    return this.reads.list(query);
  }

  @Operation('admin', 'Create a user', created(UserResponse), {
    description:
      'With the role provider, it is a provider too. Only a key that can do all that its user may gives roles: another one is a 422 with `details.beyond`. A 404 unless `KEYS_BY_API` is on.',
    refuses: ['NOT_FOUND', 'BEYOND'],
  })
  @Post()
  create(@CurrentWrite() context: WriteContext, @Body() body: UserWrite, @CurrentCaller() caller: Caller) {
    return this.users.register(context, body, caller);
  }

  @Operation('admin', 'Read a user', read(UserResponse))
  @Get(':id')
  get(@PathId() id: number) {
    return this.reads.get(id);
  }

  @Operation('admin', 'Change a user', changed(UserResponse), {
    description:
      'Only what is present changes. To give roles, to activate a user and to change the e-mail address or the subject of one who has roles takes a key that can do all that its own user may (422, `details.beyond`); to take away is free. With `active: false` the keys of the user end with this answer, for good. The last active administrator stays one.',
    refuses: ['BEYOND', 'LAST_ADMIN', 'PROVIDER_ROLE'],
  })
  @Patch(':id')
  change(
    @CurrentWrite() context: WriteContext,
    @PathId() id: number,
    @Body() body: UserPatch,
    @CurrentCaller() caller: Caller,
  ) {
    const { businessTimeZone } = this.config;
    const editor = { caller, compared: (user: User) => toUserResponse(user, businessTimeZone) };
    return this.users.change(context, id, present(body), editor);
  }
}
