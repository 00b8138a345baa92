import { Injectable } from '@nestjs/common';
import type { DomainError } from '../errors/domain-error';
import { ErrorTranslator } from '../errors/error-translator';
import { UnavailableError } from '../errors/errors';
import { DatabaseConnection } from './connection';
import { isDatabaseAway, isWorthRetrying } from './sqlstate';

/**
 * Says "unavailable" of every error that only means that the database is away, or still too busy after all retries; and of any
 * error while it is not open yet, when tables and what is known of them may be missing.
 */
@Injectable()
export class DatabaseErrorTranslator extends ErrorTranslator {
  constructor(private readonly connection: DatabaseConnection) {
    super();
  }

  translate(error: unknown): DomainError | undefined {
    if (this.connection.isOpen && !isDatabaseAway(error) && !isWorthRetrying(error)) return undefined;
    return new UnavailableError('The database is away; try again shortly');
  }
}
