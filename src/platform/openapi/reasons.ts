import type { ErrorDoc } from '../http/envelope/error-doc';
import { ERROR_DOCS } from '../http/envelope/error-docs';
import { resolve, type Schema, type Schemas } from './operations';

/** Lists the reasons of refusals in their schemas: the rules, which skipped occurrences name, and those of the documented errors. */
export function listReasons(schemas: Schemas): void {
  const rules = (reasonIn(schemas, 'SkippedOccurrence').enum ?? []) as string[];
  const others = Object.values(ERROR_DOCS).flatMap((doc) => reasonOf(doc) ?? []);
  reasonIn(schemas, 'Refusal').enum = [...new Set([...rules, ...others])];
  reasonIn(schemas, 'VisitRefusal').enum = rules;
}

function reasonIn(schemas: Schemas, name: string): Schema {
  return resolve(resolve(schemas[name] ?? {}, schemas).properties?.['reason'] ?? {}, schemas);
}

function reasonOf({ details, code }: ErrorDoc): string | undefined {
  return code === 'VALIDATION_ERROR' ? undefined : (details as { reason?: string } | undefined)?.reason;
}
