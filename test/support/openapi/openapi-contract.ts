import type { OpenAPIObject } from '@nestjs/swagger';
import {
  nameOf,
  type Operation,
  operationsOf,
  type PlacedOperation,
} from '../../../src/platform/openapi/operations';
import type { Answer } from '../api-client';
import { SchemaCompiler } from './openapi-schema';

type Documented = Extract<NonNullable<Operation['responses'][string]>, { description: string }>;
type Header = Extract<NonNullable<Documented['headers']>[string], { schema?: unknown }>;

interface KnownOperation extends PlacedOperation {
  readonly shape: RegExp;
}

/** A request; `path` is below `/api/v1` and includes the query. */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
}

/**
 * Compares each answer with the OpenAPI document: the status must be documented for the operation, the body must match the
 * schema and contain nothing else, required headers must be present. Paths outside the document are a 404.
 */
export class OpenApiContract {
  private readonly operations: readonly KnownOperation[];
  private readonly schemas: SchemaCompiler;

  constructor(private readonly document: OpenAPIObject) {
    this.schemas = new SchemaCompiler(document);
    this.operations = operationsOf(document)
      .map((operation) => ({ ...operation, shape: shapeOf(operation.path) }))
      .sort((a, b) => parameterCount(a.path) - parameterCount(b.path));
  }

  /** @throws Error that shows the request, the answer and the faults */
  check(request: SentRequest, answer: Answer): void {
    const operation = this.find(request);
    const faults = [
      ...(answer.headers.has('x-request-id') ? [] : ['the header X-Request-Id is missing']),
      ...(operation === undefined ? this.faultsOfUnknown(answer) : this.faultsOf(operation, request, answer)),
    ];
    if (faults.length > 0) throw new Error(explain(request, operation, answer, faults));
  }

  /** The operation that handles a request. */
  find({ method, path }: SentRequest): PlacedOperation | undefined {
    const verb = method === 'HEAD' ? 'GET' : method;
    const [pathname = ''] = path.split('?');
    return this.operations.find((operation) => operation.method === verb && operation.shape.test(pathname));
  }

  private faultsOfUnknown({ status, body }: Answer): string[] {
    if (status !== 404) return ['the document has no such operation, so the answer should be a 404'];
    return this.schemas.faults({ $ref: '#/components/schemas/ErrorEnvelope' }, body);
  }

  private faultsOf({ operation }: PlacedOperation, { method }: SentRequest, answer: Answer): string[] {
    const documented = this.documented(operation, answer.status);
    if (documented === undefined) {
      return [`the status is not documented; documented are ${Object.keys(operation.responses).join(', ')}`];
    }
    const body = method === 'HEAD' ? [] : this.bodyFaults(documented, answer);
    return [...this.headerFaults(documented, answer), ...body];
  }

  private documented({ responses }: Operation, status: number): Documented | undefined {
    const response = responses[String(status)] ?? responses[`${String(status).charAt(0)}XX`];
    if (response === undefined || !('$ref' in response)) return response;
    return this.component('responses', response.$ref) as Documented;
  }

  private headerFaults({ headers = {} }: Documented, answer: Answer): string[] {
    return Object.entries(headers).flatMap(([name, reference]) => {
      const header = ('$ref' in reference ? this.component('headers', reference.$ref) : reference) as Header;
      const value = answer.headers.get(name);
      if (value === null) return header.required === true ? [`the header ${name} is missing`] : [];
      const isInteger = (header.schema as { type?: string } | undefined)?.type === 'integer';
      return isInteger && !/^\d+$/.test(value)
        ? [`the header ${name} is ${value}, which is not an integer`]
        : [];
    });
  }

  private bodyFaults({ content }: Documented, { headers, body }: Answer): string[] {
    const type = headers.get('content-type')?.split(';')[0]?.trim();
    if (content === undefined)
      return body === undefined ? [] : ['the answer has a body, but the document has none'];
    const media = content[type ?? ''];
    if (media === undefined)
      return [`the type is ${type ?? 'missing'}; documented is ${Object.keys(content).join(', ')}`];
    return type === 'application/json' && media.schema !== undefined
      ? this.schemas.faults(media.schema, body)
      : [];
  }

  private component(kind: 'responses' | 'headers', reference: string): unknown {
    return this.document.components?.[kind]?.[nameOf(reference)];
  }
}

function shapeOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}

function parameterCount(path: string): number {
  return path.split('{').length;
}

function explain(
  { method, path }: SentRequest,
  operation: PlacedOperation | undefined,
  { status, body }: Answer,
  faults: readonly string[],
): string {
  const text = JSON.stringify(body) as string | undefined;
  return [
    `${method} ${path.slice(0, 1_000)} answered ${status}, which contradicts the OpenAPI document${operation ? ` for ${operation.operation.operationId ?? ''}` : ''}:`,
    ...faults.map((fault) => `  - ${fault}`),
    `The body was ${text === undefined ? 'empty' : text.slice(0, 1_000)}`,
  ].join('\n');
}
