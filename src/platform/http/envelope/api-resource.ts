import { applyDecorators, type Type } from '@nestjs/common';
import { ApiHeader, ApiResponse } from '@nestjs/swagger';
import { ApiData } from './api-data';
import { ApiErrors } from './api-errors';
import { TAGGED } from './header-docs';

interface ResourceOptions {
  readonly status?: 200 | 201;
  readonly description: string;
  /** Schemas of the members of `meta`. */
  readonly meta?: Readonly<Record<string, object>>;
  /** Those of members that only some answers have. */
  readonly optionalMeta?: Readonly<Record<string, object>>;
}

/** Documents a success answer that shows one resource and carries its `ETag`. */
export function ApiResource(model: Type, options: ResourceOptions): MethodDecorator {
  return ApiData(model, { ...options, headers: TAGGED });
}

/** Documents a GET of one resource: the resource, or a 304 for a caller that has its present state. */
export function ApiResourceRead(model: Type, options: ResourceOptions): MethodDecorator {
  return applyDecorators(
    ApiResource(model, options),
    ApiResponse({
      status: 304,
      description: 'The resource has not changed: `If-None-Match` names its tag',
      headers: TAGGED,
    }),
    ApiHeader({
      name: 'If-None-Match',
      required: false,
      description: 'An `ETag`: while the resource has it, the answer is a 304 without a body',
    }),
  );
}

/** Documents the precondition of a write to one resource. Its service asserts the precondition. */
export function ApiIfMatch(): MethodDecorator {
  return applyDecorators(
    ApiHeader({
      name: 'If-Match',
      required: false,
      description:
        'An `ETag`: if the resource has another one by now, nothing is written and the answer is a 412',
    }),
    ApiErrors('PRECONDITION_FAILED'),
  );
}
