import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { COUNTED } from './header-docs';

interface DataOptions {
  readonly status?: 200 | 201;
  readonly description: string;
  /** Schemas of the members of `meta` beside the shared ones. */
  readonly meta?: Readonly<Record<string, object>>;
  /** Those of the answer, when it has others than every counted one. */
  readonly headers?: typeof COUNTED;
}

/** Documents a success answer that holds one resource, or another object, in `data`. */
export function ApiData(model: Type, options: DataOptions): MethodDecorator {
  return success(model, { $ref: getSchemaPath(model) }, options);
}

/** Documents a success answer whose `data` is one resource or `null`. */
export function ApiNullableData(model: Type, options: DataOptions): MethodDecorator {
  return success(model, { type: 'object', nullable: true, allOf: [{ $ref: getSchemaPath(model) }] }, options);
}

/** Documents a success answer that holds a whole list, unpaged. */
export function ApiDataList(model: Type, options: DataOptions): MethodDecorator {
  return success(model, listOf(model), options);
}

/** Documents a success answer that holds one page of a list (interface, "PaginationMeta"). */
export function ApiPage(model: Type, description: string): MethodDecorator {
  return applyDecorators(
    ApiExtraModels(model),
    ApiResponse({
      status: 200,
      description,
      headers: COUNTED,
      schema: {
        type: 'object',
        required: ['data', 'meta'],
        properties: { data: listOf(model), meta: { $ref: '#/components/schemas/PaginationMeta' } },
      },
    }),
  );
}

function success(
  model: Type,
  data: object,
  { status = 200, description, meta, headers = COUNTED }: DataOptions,
): MethodDecorator {
  const properties = {
    data,
    ...(meta && { meta: { type: 'object', required: Object.keys(meta), properties: meta } }),
  };
  return applyDecorators(
    ApiExtraModels(model),
    ApiResponse({
      status,
      description,
      headers,
      schema: { type: 'object', required: Object.keys(properties), properties },
    }),
  );
}

function listOf(model: Type) {
  return { type: 'array', items: { $ref: getSchemaPath(model) } };
}
