import { Injectable } from '@nestjs/common';
import type { DomainError } from '../../errors/domain-error';
import { ErrorTranslator } from '../../errors/error-translator';
import { UnavailableError } from '../../errors/errors';
import { DatabaseConnection } from '../connection/connection';
import { ConstraintErrors } from './constraint-errors';
import { type Outage, outageOf } from '../sqlstate';

const MESSAGES: Readonly<Record<Outage, string>> = {
  away: 'The database is away; try again shortly',
  busy: 'The database is too busy; try again shortly',
  overrun:
    'The database stopped this request because it took too long; ask for less, such as a shorter period, or try again later',
};

/**
 * Turns outages of the database into `UnavailableError`, and so every error before the database is open, because tables may be
 * missing then. Turns broken constraints into the errors of `ConstraintErrors`.
 */
@Injectable()
export class DatabaseErrorTranslator extends ErrorTranslator {
  constructor(
    private readonly connection: DatabaseConnection,
    private readonly constraints: ConstraintErrors,
  ) {
    super();
  }

  translate(error: unknown): DomainError | undefined {
    const outage = outageOf(error) ?? (this.connection.isOpen ? undefined : 'away');
    if (outage !== undefined) return new UnavailableError(MESSAGES[outage]);
    return this.constraints.translate(error);
  }
}
