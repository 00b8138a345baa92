import { DomainError } from '../../platform/errors/domain-error';

export class MetricsTokenError extends DomainError {
  readonly kind = 'unauthenticated';
  readonly code = 'unauthorized';

  constructor() {
    super('The token of METRICS_TOKEN is required: Authorization: Bearer …');
  }
}
