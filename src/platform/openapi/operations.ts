import type { OpenAPIObject } from '@nestjs/swagger';

type PathItem = OpenAPIObject['paths'][string];
export type Operation = NonNullable<PathItem['get']>;

export type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
export type SchemaOrReference = Schemas[string];
export type Schema = Exclude<SchemaOrReference, { $ref: string }>;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

export interface PlacedOperation {
  /** Upper case. */
  readonly method: string;
  /** With its parameters in braces: `/services/{id}`. */
  readonly path: string;
  readonly operation: Operation;
}

export function operationsOf(document: OpenAPIObject): PlacedOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [{ method: method.toUpperCase(), path, operation }];
    }),
  );
}

/** The name at the end of a reference: `Slot` of `#/components/schemas/Slot`. */
export function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

/** The schema of an operation's JSON body; references are followed. */
export function requestSchemaOf({ requestBody }: Operation, document: OpenAPIObject): Schema | undefined {
  if (requestBody === undefined || !('content' in requestBody)) return undefined;
  const schema = requestBody.content['application/json']?.schema;
  return schema && resolve(schema, document.components?.schemas ?? {});
}

/** A schema, or the one that a reference names. */
export function resolve(schema: SchemaOrReference, schemas: Schemas): Schema {
  if (!('$ref' in schema)) return schema;
  return resolve(schemas[nameOf(schema.$ref)] ?? {}, schemas);
}
