import { applyDecorators } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { ErrorName } from './error-docs';

/** Marks an operation while the document is built; `documentErrors` turns the marks into answers and removes them. */
export const ERROR_MARK = 'x-error-';

/**
 * Documents errors that an operation may answer with. The ones that follow from the operation itself (its path, query and
 * body, a failure of the service) are documented without it: see `src/platform/openapi/error-responses.ts`.
 */
export function ApiErrors(...names: readonly ErrorName[]): MethodDecorator {
  return applyDecorators(...names.map((name) => ApiExtension(`${ERROR_MARK}${name}`, true)));
}
