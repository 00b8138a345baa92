import { applyDecorators } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { ErrorName } from './error-docs';

/** Marks an operation while the document is built; `documentErrors` turns the marks into answers and removes them. */
export const ERROR_MARK = 'x-error-';

/** Documents errors of an operation. `src/platform/openapi/error-responses.ts` adds those that follow from its path, query and body. */
export function ApiErrors(...names: readonly ErrorName[]): MethodDecorator {
  return applyDecorators(...names.map((name) => ApiExtension(`${ERROR_MARK}${name}`, true)));
}
