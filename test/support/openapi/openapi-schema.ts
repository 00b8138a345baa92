import Ajv2019, { type ValidateFunction } from 'ajv/dist/2019';
import addFormats from 'ajv-formats';
import type { OpenAPIObject } from '@nestjs/swagger';
import { nameOf } from '../../../src/platform/openapi/operations';

type Json = Readonly<Record<string, unknown>>;

/** Each component is compiled twice: `closed` refuses members that the schema does not name, `open` allows them. */
const COMPONENTS = 'components';
const CLOSED = 'closed';
const OPEN = 'open';
/** Keywords that validate nothing. */
const ANNOTATIONS = new Set(['example', 'examples', 'description', 'title', 'default', 'deprecated', 'xml']);

/** Compiles schemas of an OpenAPI 3.0 document into validators. By default a member that no schema names is a fault. */
export class SchemaCompiler {
  // `validateSchema` would compile the meta-schemas in each test file; redocly checks the document in CI.
  private readonly ajv = new Ajv2019({ allErrors: true, strict: false, validateSchema: false });
  private readonly compiled = {
    closed: new WeakMap<object, ValidateFunction>(),
    open: new WeakMap<object, ValidateFunction>(),
  };

  constructor(document: OpenAPIObject) {
    addFormats(this.ajv);
    const schemas = Object.entries(document.components?.schemas ?? {});
    this.ajv.addSchema({
      $id: COMPONENTS,
      [CLOSED]: Object.fromEntries(schemas.map(([name, schema]) => [name, convert(schema, true)])),
      [OPEN]: Object.fromEntries(schemas.map(([name, schema]) => [name, convert(schema, false)])),
    });
  }

  /**
   * Returns one line for each fault of a value, and an empty list when it matches.
   * @param kind `open` allows members that no schema names, for requests
   */
  faults(schema: object, value: unknown, kind: 'closed' | 'open' = 'closed'): string[] {
    const validate = this.compiled[kind].get(schema) ?? this.compile(schema, kind);
    if (validate(value)) return [];
    return (validate.errors ?? []).map((error) => {
      const member = (error.params as { unevaluatedProperty?: string }).unevaluatedProperty;
      const at = error.instancePath === '' ? 'the body' : error.instancePath;
      return member === undefined ? `${at} ${error.message ?? ''}` : `${at}/${member} is not documented`;
    });
  }

  private compile(schema: object, kind: 'closed' | 'open'): ValidateFunction {
    const validate = this.ajv.compile(convert(schema, kind === 'closed'));
    this.compiled[kind].set(schema, validate);
    return validate;
  }
}

/** Converts a schema of OpenAPI 3.0 to JSON Schema. @param isClosed false inside `allOf`, whose parts name only their own members */
function convert(schema: unknown, isClosed: boolean): Json {
  const source = schema as Json;
  if (typeof source['$ref'] === 'string') {
    return { $ref: `${COMPONENTS}#/${isClosed ? CLOSED : OPEN}/${nameOf(source['$ref'])}` };
  }
  const converted: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(source)) {
    if (!ANNOTATIONS.has(keyword) && keyword !== 'nullable')
      converted[keyword] = convertKeyword(keyword, value, isClosed);
  }
  if (isClosed && namesMembers(source)) converted['unevaluatedProperties'] = false;
  // As OpenAPI 3.0.3 defines it, `nullable` widens the `type` beside it, and no other keyword.
  return source['nullable'] === true ? { ...converted, type: [source['type'], 'null'] } : converted;
}

function convertKeyword(keyword: string, value: unknown, isClosed: boolean): unknown {
  switch (keyword) {
    case 'properties':
      return Object.fromEntries(
        Object.entries(value as Json).map(([name, inner]) => [name, convert(inner, true)]),
      );
    case 'items':
    case 'not':
      return convert(value, true);
    case 'additionalProperties':
      return typeof value === 'boolean' ? value : convert(value, true);
    case 'allOf':
      return (value as unknown[]).map((inner) => convert(inner, false));
    case 'oneOf':
    case 'anyOf':
      return (value as unknown[]).map((inner) => convert(inner, isClosed));
    default:
      return value;
  }
}

function namesMembers(schema: Json): boolean {
  const isOpenByItself = schema['additionalProperties'] !== undefined;
  return !isOpenByItself && (schema['properties'] !== undefined || schema['allOf'] !== undefined);
}
