import { applyDecorators } from '@nestjs/common';
import { ApiResponse, type ApiResponseOptions } from '@nestjs/swagger';
import { ERROR_DOCS, type ErrorDoc, type ErrorName } from './error-docs';
import { ERROR_HEADERS } from './header-docs';

/** The error answers that operations document, under their name in `components.responses`. */
export const errorResponses: Record<string, object> = {};

/**
 * Documents the error answers of an operation: one response for each status, with an example for each code. That the
 * service itself may fail goes without saying.
 */
export function ApiErrors(...names: readonly ErrorName[]): MethodDecorator & ClassDecorator {
  const all: readonly ErrorName[] = [...names, 'SERVER_ERROR'];
  const statuses = [...new Set(all.map((name) => ERROR_DOCS[name].status))];
  return applyDecorators(
    ...statuses.map((status) =>
      ApiResponse(reference(status, [...new Set(all.filter((name) => ERROR_DOCS[name].status === status))])),
    ),
  );
}

/** The error answers of an operation with a JSON body. */
export function ApiBodyErrors(...names: readonly ErrorName[]): MethodDecorator & ClassDecorator {
  return ApiErrors('BAD_REQUEST', 'BODY_TOO_LARGE', 'UNSUPPORTED_BODY', 'VALIDATION_ERROR', ...names);
}

/** Many operations fail in the same way: each way is described once, and referred to. */
function reference(status: ErrorDoc['status'], names: readonly ErrorName[]): ApiResponseOptions {
  const component = names.map(pascalCase).join('Or');
  errorResponses[component] ??= errorResponse(status, names);
  return { status, $ref: `#/components/responses/${component}` } as ApiResponseOptions;
}

function errorResponse(status: ErrorDoc['status'], names: readonly ErrorName[]): object {
  const docs = names.map((name): [ErrorName, ErrorDoc] => [name, ERROR_DOCS[name]]);
  const schemas = docs.map(([, doc]) => envelopeSchema(doc));
  return {
    description: docs.map(([, doc]) => doc.description).join('. Or: '),
    headers: ERROR_HEADERS[status] ?? ERROR_HEADERS.other,
    content: {
      'application/json': {
        schema: schemas.length === 1 ? schemas[0] : { oneOf: schemas },
        examples: Object.fromEntries(docs.map(([name, doc]) => [name, { value: exampleOf(doc) }])),
      },
    },
  };
}

/** The ErrorEnvelope of the interface, narrowed to one code. */
function envelopeSchema({ status, code, detailsSchema }: ErrorDoc): object {
  const isAlwaysDetailed = detailsSchema !== undefined && status !== '5XX';
  const error = {
    type: 'object',
    required: ['message', 'code', ...(isAlwaysDetailed ? ['details'] : [])],
    properties: {
      message: { type: 'string' },
      code: { type: 'string', enum: [code] },
      ...(detailsSchema && { details: detailsSchema }),
    },
  };
  return {
    allOf: [
      { $ref: '#/components/schemas/ErrorEnvelope' },
      { type: 'object', required: ['error'], properties: { error } },
    ],
  };
}

function exampleOf({ message, code, details }: ErrorDoc): object {
  return { error: details === undefined ? { message, code } : { message, code, details } };
}

function pascalCase(name: string): string {
  return name
    .toLowerCase()
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
