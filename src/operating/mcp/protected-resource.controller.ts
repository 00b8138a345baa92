import { Controller, Get, Header, Inject, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Unguarded } from '../../people/auth/access';
import { Config } from '../../platform/config/config';
import { PROTECTED_RESOURCE_PATH, resourceOf } from '../../platform/config/sign-in-settings';
import { NotFoundError } from '../../platform/errors/errors';

/** Says where agents sign in (RFC 9728), so that one that only knows the address of /mcp finds it. */
@ApiExcludeController()
@Controller([PROTECTED_RESOURCE_PATH, `${PROTECTED_RESOURCE_PATH}/mcp`])
export class ProtectedResourceController {
  constructor(@Inject(Config) private readonly config: Config) {}

  @Unguarded()
  @Header('Access-Control-Allow-Origin', '*')
  @Get()
  show(@Res() response: Response): void {
    const { oidcIssuer } = this.config;
    if (oidcIssuer === undefined) throw new NotFoundError('page');
    response.json({
      resource: resourceOf(this.config),
      authorization_servers: [oidcIssuer],
      bearer_methods_supported: ['header'],
      resource_name: 'Scheduling service',
    });
  }
}
