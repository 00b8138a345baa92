import type { OpenAPIObject } from '@nestjs/swagger';
import { HIDDEN_EXTENSION } from '../http/validation/field';
import { nameOf, operationsOf, type Schema, type SchemaOrReference, type Schemas } from './operations';

interface Hiding {
  readonly [HIDDEN_EXTENSION]?: unknown;
}

/** Rewrites schemas into forms that code generators and validators of OpenAPI 3.0 read alike; Nest writes some that they do not. */
export function makePortable(document: OpenAPIObject): void {
  const schemas = document.components?.schemas ?? {};
  for (const schema of Object.values(schemas)) {
    if ('$ref' in schema) continue;
    writeDefaultsOut(schema);
    leavePlainUnionsOpen(schema);
    for (const member of inlineMembersOf(schema)) listAllowedValues(member);
  }
  const refer = (owner: Record<string, unknown>) => {
    referToHidden(owner, schemas);
    referToNullable(owner, schemas);
  };
  visitObjects(schemas, refer);
  for (const { operation } of operationsOf(document)) visitObjects(operation.responses, refer);
  dropReplaced(document, schemas);
}

/** Leaves the type of a member open that is one of several plain types: generators make no code of such a union, or broken code. */
function leavePlainUnionsOpen(schema: Schema): void {
  for (const member of inlineMembersOf(schema)) {
    if (member.oneOf?.some((choice) => '$ref' in choice) !== false) continue;
    delete member.oneOf;
    delete member.type;
  }
}

/** Moves defaults into descriptions: generators take a member with a default as always present, and would demand it in requests. */
function writeDefaultsOut(schema: Schema): void {
  for (const member of inlineMembersOf(schema)) {
    if (member.default === undefined) continue;
    const text = `${JSON.stringify(member.default)} when absent`;
    member.description = member.description === undefined ? text : `${member.description}; ${text}`;
    delete member.default;
  }
}

/** Lists the values of a nullable member in words: its `enum` would need `null`, and generators cannot make a type of that. */
function listAllowedValues(member: Schema): void {
  if (member.nullable !== true || member.enum === undefined) return;
  const values = member.enum.filter((value) => value !== null).map((value) => `\`${String(value)}\``);
  const text = `One of ${values.join(', ')}`;
  member.description = member.description === undefined ? text : `${member.description}. ${text}`;
  delete member.enum;
}

/** Replaces `{nullable, allOf: [reference]}` by a reference to a nullable copy: next to `allOf`, `nullable` does not make `null` valid. */
function referToNullable(owner: Record<string, unknown>, schemas: Schemas): void {
  for (const [name, value] of Object.entries(owner)) {
    const { nullable, allOf } = (value ?? {}) as Partial<Schema>;
    const target = allOf?.[0];
    if (nullable !== true || allOf?.length !== 1 || target === undefined || !('$ref' in target)) continue;
    const copy = `Nullable${nameOf(target.$ref)}`;
    schemas[copy] ??= { ...(schemas[nameOf(target.$ref)] as Schema), nullable: true };
    owner[name] = { $ref: `#/components/schemas/${copy}` };
  }
}

/** Replaces `{x-hidden, allOf: [reference]}` by the reference, and marks what it refers to: nothing else answers with that. */
function referToHidden(owner: Record<string, unknown>, schemas: Schemas): void {
  for (const [name, value] of Object.entries(owner)) {
    const { allOf, [HIDDEN_EXTENSION]: group } = (value ?? {}) as Partial<Schema> & Hiding;
    const target = allOf?.[0];
    if (group === undefined || allOf?.length !== 1 || target === undefined || !('$ref' in target)) continue;
    Object.assign(schemas[nameOf(target.$ref)] ?? {}, { [HIDDEN_EXTENSION]: group });
    owner[name] = target;
  }
}

/** Drops schemas that nothing refers to any more, since a nullable copy replaces them. */
function dropReplaced(document: OpenAPIObject, schemas: Schemas): void {
  const text = JSON.stringify(document);
  for (const copy of Object.keys(schemas)) {
    const name = copy.replace(/^Nullable/, '');
    if (name !== copy && !text.includes(`"#/components/schemas/${name}"`))
      Reflect.deleteProperty(schemas, name);
  }
}

function inlineMembersOf({ properties = {} }: Schema): Schema[] {
  return Object.values(properties).filter((member: SchemaOrReference) => !('$ref' in member)) as Schema[];
}

function visitObjects(value: unknown, visit: (object: Record<string, unknown>) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) visit(value as Record<string, unknown>);
  for (const inner of Object.values(value)) visitObjects(inner, visit);
}
