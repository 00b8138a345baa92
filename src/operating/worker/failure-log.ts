import type { Logger } from '@nestjs/common';

/** Logs the first of several failures in a row of one loop. The success of another loop does not make it log again. */
export class FailureLog {
  private isFailing = false;

  constructor(
    private readonly logger: Pick<Logger, 'error'>,
    private readonly loop: string,
  ) {}

  succeeded(): void {
    this.isFailing = false;
  }

  failed(error: unknown): void {
    if (!this.isFailing) this.logger.error({ err: error }, `The worker failed to ${this.loop}; trying again`);
    this.isFailing = true;
  }
}

/** Logs once that the database is away, whichever loop notices first. */
export class OutageLog {
  private isAway = false;

  constructor(private readonly logger: Pick<Logger, 'warn'>) {}

  succeeded(): void {
    this.isAway = false;
  }

  failed(): void {
    if (!this.isAway) this.logger.warn('The database is away; messages wait until it is back');
    this.isAway = true;
  }
}
