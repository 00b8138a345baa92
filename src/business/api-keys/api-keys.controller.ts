import { Body, Controller, Delete, Get, Patch, Post, Query, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { changed, data, deleted, page, read } from '../../platform/http/envelope/answers';
import { CurrentWrite } from '../../platform/http/conditional/current-write';
import { WITHHELD_FOR_GOOD } from '../../platform/http/idempotency/idempotency-decorators';
import type { Caller } from '../../platform/http/identity';
import { PathId } from '../../platform/http/parameters/path-id';
import type { WriteContext } from '../../platform/database/write-context';
import { KeysByApiGuard } from '../../people/auth/keys-by-api.guard';
import { CurrentCaller, Operation } from '../../people/auth/operation';
import {
  ApiKeyListQuery,
  ApiKeyPatch,
  ApiKeyResponse,
  ApiKeyWrite,
  IssuedKeyResponse,
  KeyRotation,
  toIssuedKeyResponse,
} from './dto/api-key.dto';
import { KeyAdministration } from './key-administration';

const ISSUED = data(IssuedKeyResponse, 'The new key', {
  status: 201,
  optionalMeta: WITHHELD_FOR_GOOD,
  by: toIssuedKeyResponse,
});

@ApiTags('API keys')
@UseGuards(KeysByApiGuard)
@Controller('api-keys')
export class ApiKeysController {
  constructor(private readonly keys: KeyAdministration) {}

  @Operation('admin', 'List API keys', page(ApiKeyResponse, 'A page of API keys'), {
    description:
      'Those that were not deleted, and did not end with their user. A 404 unless `KEYS_BY_API` is on.',
    refuses: ['NOT_FOUND'],
  })
  @Get()
  list(@Query() query: ApiKeyListQuery) {
    return this.keys.list(query);
  }

  @Operation('admin', 'Create an API key', ISSUED, {
    description:
      'The answer has the key itself, only this once. It can do no more than the key of the request: `details.beyond` lists the options in which it would. A 404 unless `KEYS_BY_API` is on.',
    refuses: ['NOT_FOUND', 'BEYOND', 'USER_INACTIVE'],
    secret: { secrets: ['key'], isShownAgain: false },
  })
  @Post()
  create(@CurrentWrite() context: WriteContext, @Body() body: ApiKeyWrite, @CurrentCaller() caller: Caller) {
    return this.keys.create(context, body, caller);
  }

  @Operation('admin', 'Read an API key', read(ApiKeyResponse))
  @Get(':id')
  get(@PathId() id: number) {
    return this.keys.get(id);
  }

  @Operation('admin', 'Change an API key', changed(ApiKeyResponse), {
    description:
      'Only what is present changes, from the next request of the key on. A change that lets it do more must leave it within what the key of the request can do: `details.beyond` lists the other options. `If-Match` does not compare the last use.',
    refuses: ['BEYOND', 'KEY_ENDED'],
  })
  @Patch(':id')
  change(
    @CurrentWrite() context: WriteContext,
    @PathId() id: number,
    @Body() body: ApiKeyPatch,
    @CurrentCaller() caller: Caller,
  ) {
    return this.keys.change(context, id, body, caller);
  }

  @Operation('admin', 'End an API key', deleted(), {
    description:
      'It is refused from the next request on, for good, and its open streams end within a second.',
  })
  @Delete(':id')
  remove(@CurrentWrite() context: WriteContext, @PathId() id: number, @CurrentCaller() caller: Caller) {
    return this.keys.remove(context, id, caller);
  }

  @Operation('admin', 'Give an API key a successor', ISSUED, {
    description:
      'The successor has the same settings; the old key ends after the grace. Both are one caller: they share the rate limit, holds and repeated requests. The answer has the new key itself, only this once. A key that can do more than that of the request is refused.',
    ifMatch: true,
    refuses: ['BEYOND', 'KEY_ENDED', 'KEY_ROTATED', 'USER_INACTIVE'],
    secret: { secrets: ['key'], isShownAgain: false },
  })
  @Post(':id/rotate')
  rotate(
    @CurrentWrite() context: WriteContext,
    @PathId() id: number,
    @Body() { graceMin }: KeyRotation,
    @CurrentCaller() caller: Caller,
  ) {
    return this.keys.rotate(context, id, graceMin, caller);
  }
}
