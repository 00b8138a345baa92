import { ApiResponse, type ApiResponseOptions } from '@nestjs/swagger';
import { ERROR_DOCS, type ErrorDoc, type ErrorName } from './error-docs';
import { ERROR_HEADERS } from './header-docs';

/** The error answers that operations document, under their name in `components.responses`. */
export const errorResponses: Record<string, object> = {};

const DOCUMENTED = 'documentedErrors';

/**
 * Documents the error answers of an operation, beside those that another of these decorators has documented: one response
 * for each status, with an example for each code. That the service itself may fail goes without saying.
 */
export function ApiErrors(...names: readonly ErrorName[]): MethodDecorator {
  return (prototype, method, descriptor) => {
    const handler = descriptor.value as object;
    const before = (Reflect.getMetadata(DOCUMENTED, handler) ?? []) as readonly ErrorName[];
    const all = [...new Set<ErrorName>([...before, ...names, 'SERVER_ERROR'])];
    Reflect.defineMetadata(DOCUMENTED, all, handler);
    for (const status of new Set(all.map((name) => ERROR_DOCS[name].status))) {
      const alike = all.filter((name) => ERROR_DOCS[name].status === status);
      ApiResponse(reference(status, alike))(prototype, method, descriptor);
    }
  };
}

/** The error answers of an operation with a JSON body. */
export function ApiBodyErrors(...names: readonly ErrorName[]): MethodDecorator {
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
  // One schema for each code: two that say the same would exclude each other.
  const schemas = [...new Map(docs.map(([, doc]) => [doc.code, envelopeSchema(doc)])).values()];
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
