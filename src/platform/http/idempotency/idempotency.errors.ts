import { DomainError } from '../../errors/domain-error';
import { RefusedError } from '../../errors/errors';

/** The first request under an Idempotency-Key has not been answered yet. */
export class KeyInUseError extends DomainError {
  readonly kind = 'conflict';
  readonly code = 'UNPROCESSABLE_ENTITY';
  override readonly details = { reason: 'idempotency_key_in_use' };
  override readonly retryAfterS = 1;

  constructor() {
    super('The first request with this Idempotency-Key is still running; try again shortly');
  }
}

/** An Idempotency-Key has been used for another request: another body or another path. */
export class KeyReusedError extends RefusedError {
  constructor() {
    super('This Idempotency-Key has been used for another request', { reason: 'idempotency_key_reused' });
  }
}
