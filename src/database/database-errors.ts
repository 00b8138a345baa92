import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DomainError } from '../common/errors/domain-error';
import { ErrorTranslator } from '../common/errors/error-translator';
import { UnavailableError } from '../common/errors/errors';
import { isDatabaseAway, isWorthRetrying } from './sqlstate';

/** Says "unavailable" of every error that only means that the database is away, or still too busy after all retries. */
@Injectable()
export class DatabaseErrorTranslator extends ErrorTranslator {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  translate(error: unknown): DomainError | undefined {
    if (this.dataSource.isInitialized && !isDatabaseAway(error) && !isWorthRetrying(error)) return undefined;
    return new UnavailableError('The database is away; try again shortly');
  }
}
