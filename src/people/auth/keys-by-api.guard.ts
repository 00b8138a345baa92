import { type CanActivate, Inject, Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config';
import { NotFoundError } from '../../platform/errors/errors';

/** Serves the administration of users and keys only with KEYS_BY_API. The roles are judged before. */
@Injectable()
export class KeysByApiGuard implements CanActivate {
  constructor(@Inject(Config) private readonly config: Config) {}

  canActivate(): boolean {
    if (this.config.keysByApi === 'off') throw new NotFoundError('path: KEYS_BY_API is off');
    return true;
  }
}
