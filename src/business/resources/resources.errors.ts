import { RefusedError } from '../../platform/errors/errors';

/** An appointment or a hold that is not over takes the resource. */
export class ResourceInUseError extends RefusedError {
  constructor() {
    super('An appointment or a hold takes this resource', { reason: 'resource_in_use' });
  }
}
