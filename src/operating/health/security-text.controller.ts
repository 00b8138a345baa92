import { Controller, Get, Inject, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Unguarded } from '../../people/auth/access';
import { Clock } from '../../platform/clock';
import { Config } from '../../platform/config/config';
import { NotFoundError } from '../../platform/errors/errors';

/** How long a reader may rely on the file, in ms: RFC 9116 recommends less than a year. */
const VALID_MS = 180 * 86_400_000;

/** Says where faults of security are reported (RFC 9116). */
@ApiExcludeController()
@Controller('.well-known/security.txt')
export class SecurityTextController {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  @Unguarded()
  @Get()
  show(@Res() response: Response): void {
    const { securityContact, publicUrl } = this.config;
    if (securityContact === undefined) throw new NotFoundError('page');
    const expires = new Date(this.clock.now() + VALID_MS).toISOString();
    const canonical = publicUrl === undefined ? '' : `Canonical: ${publicUrl}/.well-known/security.txt\n`;
    response.type('text/plain').send(`Contact: ${securityContact}\nExpires: ${expires}\n${canonical}`);
  }
}
