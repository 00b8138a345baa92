import { applyDecorators, type Type } from '@nestjs/common';
import { ApiHeader, ApiResponse } from '@nestjs/swagger';
import { ApiData } from './api-data';
import { ApiErrors } from './api-errors';
import { TAGGED } from './header-docs';

interface ResourceOptions {
  readonly status?: 200 | 201;
  readonly description: string;
}

/** Of a handler that answers with a `Resource`: documents that, and the `ETag` that the answer carries. */
export function ApiResource(model: Type, options: ResourceOptions): MethodDecorator {
  return ApiData(model, { ...options, headers: TAGGED });
}

/** Of a GET of one resource: who has its state already is told so, without a body. */
export function ApiResourceRead(model: Type, options: ResourceOptions): MethodDecorator {
  return applyDecorators(
    ApiResource(model, options),
    ApiResponse({ status: 304, description: 'Its state is one that `If-None-Match` names', headers: TAGGED }),
    ApiHeader({
      name: 'If-None-Match',
      required: false,
      description: 'The `ETag` of what you have: when it still holds, the answer is a 304 without a body',
    }),
  );
}

/** Of a write that answers with the resource as it is then. */
export function ApiResourceChange(model: Type, options: ResourceOptions): MethodDecorator {
  return applyDecorators(ApiResource(model, options), ApiIfMatch());
}

/** Of a write to one resource, whose service asserts the preconditions: documents how to make sure of its state. */
export function ApiIfMatch(): MethodDecorator {
  return applyDecorators(
    ApiHeader({
      name: 'If-Match',
      required: false,
      description:
        'The `ETag` of what you have: when it has changed since, nothing is written, and the answer is a 412',
    }),
    ApiErrors('PRECONDITION_FAILED'),
  );
}
