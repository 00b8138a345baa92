import type { ExecutionContext } from '@nestjs/common';
import { DomainError } from '../../errors/domain-error';
import { ValidationError } from '../../errors/errors';
import { WITHOUT_MEANING } from './preferences';
import type { RequestValidationPipe } from '../request-validation.pipe';
import { classesOf } from './handler-classes';
import type { NotedRequest } from './ignored-names';

/**
 * The fault of a request that prefers strict handling and has names without meaning: those names, together with all other faults of
 * query and body.
 */
export async function unknownNames(
  request: NotedRequest,
  context: ExecutionContext,
  pipe: RequestValidationPipe,
): Promise<ValidationError> {
  const names = request.ignored ?? [];
  const faults: Record<string, string> = Object.fromEntries(names.map((name) => [name, WITHOUT_MEANING]));
  const { query, body } = classesOf(context);
  const checks = [
    query && pipe.transform(request.query, { type: 'query', metatype: query }),
    body && pipe.transform(request.body, { type: 'body', metatype: body }),
  ];
  for (const check of checks) Object.assign(faults, await check?.then(() => undefined, faultsOf));
  return new ValidationError(faults);
}

function faultsOf(error: unknown): unknown {
  if (error instanceof DomainError && error.kind === 'invalid') return error.details;
  throw error;
}
