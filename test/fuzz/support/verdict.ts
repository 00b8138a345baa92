import type { OpenAPIObject } from '@nestjs/swagger';
import type { Operation, PlacedOperation } from '../../../src/platform/openapi/operations';
import { SchemaCompiler } from '../../support/openapi/openapi-schema';
import { bodySchemaOf } from './drafts';
import { type AnySchema, isKeyed } from './valid-values';

type Json = Readonly<Record<string, unknown>>;
type Parameter = Extract<NonNullable<Operation['parameters']>[number], { in: string }>;

/** A fault that the document finds in a request: the name of a parameter or the path into the body, and the reason. */
export interface DocumentFault {
  readonly at: string;
  readonly why: string;
}

/** Inputs that the service accepts although the document does not, each with the reason. */
const TAKEN = [
  // "values above 100 are capped at 100 by the server", and yet "max 100" (docs/reference/limits.md).
  { path: /./, at: /^query length$/, why: /must be <= 100/ },
  // Booleans of a query are `1` and `0`, too (docs/reference/conventions.md).
  { path: /./, at: /^query \w+$/, why: /^must be boolean: [01]$/ },
  // `name` stands in for `firstName`, which the interface requires.
  { path: /^\/customers/, at: /^body$/, why: /'firstName'/ },
  // "used only when firstName and lastName are absent": the service ignores it otherwise.
  { path: /^\/customers/, at: /^body \/name$/, why: /./ },
  // A client can write back what GET answers.
  { path: /^\/business-hours/, at: /^body \/days/, why: /./ },
];

/** Judges requests by the OpenAPI document alone. */
export class Verdict {
  private readonly schemas: SchemaCompiler;

  constructor(document: OpenAPIObject) {
    this.schemas = new SchemaCompiler(document);
  }

  /**
   * Returns the faults of a well-formed request by the document, without those that the service accepts on purpose.
   * @param path below `/api/v1`, with its query
   * @param body `undefined` when there is none, or when it cannot be parsed
   */
  faults(placed: PlacedOperation, path: string, body: unknown): DocumentFault[] {
    const found = [...this.queryFaults(placed.operation, path), ...this.bodyFaults(placed.operation, body)];
    return found.filter(
      ({ at, why }) =>
        !TAKEN.some((taken) => taken.path.test(path) && taken.at.test(at) && taken.why.test(why)),
    );
  }

  private queryFaults({ parameters = [] }: Operation, path: string): DocumentFault[] {
    const query = new URLSearchParams(path.split('?')[1] ?? '');
    return parameters
      .filter((each): each is Parameter => 'in' in each && each.in === 'query')
      .flatMap(({ name, required, schema = {} }) => {
        const at = `query ${name}`;
        const keyed = isKeyed(schema) ? membersOf(query, name) : {};
        if (Object.keys(keyed).length > 0)
          return this.schemas.faults(schema, keyed).map((why) => ({ at, why }));
        const given = query.getAll(name);
        if (given.length === 0) return required === true ? [{ at, why: 'is required' }] : [];
        if (given.length > 1) return [{ at, why: 'is there more than once' }];
        const text = (given[0] ?? '').trim();
        return this.schemas
          .faults(schema, readAs(schema, text))
          .map((why) => ({ at, why: `${why.replace('the body ', '')}: ${text}` }));
      });
  }

  /** Returns the faults that a body has both before and after the service cleans its texts. */
  private bodyFaults(operation: Operation, body: unknown): DocumentFault[] {
    const schema = bodySchemaOf(operation);
    if (schema === undefined || body === undefined) return [];
    if (this.schemas.faults(schema, body, 'open').length === 0) return [];
    return this.schemas.faults(schema, cleaned(body), 'open').map((fault) => {
      const [at = '', ...why] = fault.replace('the body', '').split(' ');
      return { at: `body ${at}`.trim(), why: why.join(' ') };
    });
  }
}

/** The members of a parameter that is an object, sent as `name[key]=value`. */
function membersOf(query: URLSearchParams, name: string): Json {
  const given = [...query].filter(([each]) => each.startsWith(`${name}[`) && each.endsWith(']'));
  return Object.fromEntries(given.map(([each, value]) => [each.slice(name.length + 1, -1), cleaned(value)]));
}

function readAs(schema: AnySchema, text: string): unknown {
  const type = 'type' in schema ? schema.type : undefined;
  if (type === 'integer' && /^-?\d+$/.test(text)) return Number(text);
  if (type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  return text;
}

/** Cleans every text like the service does before it validates; the schemas describe the cleaned texts. */
function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\r\n', '\n').trim().normalize('NFC');
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cleaned(inner)]));
}
