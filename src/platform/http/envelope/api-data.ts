import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { AnswersWith } from '../ignored/handler-classes';
import { COUNTED } from './header-docs';

interface DataOptions {
  readonly status?: 200 | 201 | 202;
  readonly description: string;
  /** The schemas of the members of `meta` that the operation adds. */
  readonly meta?: Readonly<Record<string, object>>;
  /** The schemas of members of `meta` that only some answers have. */
  readonly optionalMeta?: Readonly<Record<string, object>>;
  /** The headers of the answer; without them, those of every counted answer. */
  readonly headers?: typeof COUNTED;
}

const ANSWER_META = '#/components/schemas/AnswerMeta';

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

/** Documents a success answer that holds one page of a list (docs/reference/conventions.md). */
export function ApiPage(model: Type, description: string): MethodDecorator {
  return applyDecorators(
    AnswersWith(model),
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
  { status = 200, description, meta, optionalMeta, headers = COUNTED }: DataOptions,
): MethodDecorator {
  const properties = { data, meta: metaSchema(meta, optionalMeta) };
  return applyDecorators(
    AnswersWith(model),
    ApiExtraModels(model),
    ApiResponse({
      status,
      description,
      headers,
      schema: { type: 'object', required: meta === undefined ? ['data'] : ['data', 'meta'], properties },
    }),
  );
}

function metaSchema(members: DataOptions['meta'], optional: DataOptions['optionalMeta']) {
  if (members === undefined && optional === undefined) return { $ref: ANSWER_META };
  const ignored = { type: 'array', items: { type: 'string' } };
  return {
    type: 'object',
    ...(members !== undefined && { required: Object.keys(members) }),
    properties: { ...members, ...optional, ignored },
  };
}

function listOf(model: Type) {
  return { type: 'array', items: { $ref: getSchemaPath(model) } };
}
