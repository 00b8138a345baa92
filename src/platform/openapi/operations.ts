import type { OpenAPIObject } from '@nestjs/swagger';

type PathItem = OpenAPIObject['paths'][string];
export type Operation = NonNullable<PathItem['get']>;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** An operation with where it stands in the document. */
export interface PlacedOperation {
  /** Upper case. */
  readonly method: string;
  /** With its parameters in braces: `/services/{id}`. */
  readonly path: string;
  readonly operation: Operation;
}

/** Every operation of a document, in its order. */
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
