import type { Caller } from '../../platform/http/identity';
import { FIRST_SEGMENTS } from '../../platform/openapi/sections';
import type { FieldType } from '../../platform/http/validation/field-type';

/** What a key with scopes may do. `appointments:book`: booking in every form, without reading or changing what is booked. */
export type Scope = `${string}:${'read' | 'write' | 'book'}`;

const SCOPE_RULE = `a scope is *:read, appointments:book, or :read or :write after one of ${FIRST_SEGMENTS.toSorted().join(', ')}`;

/** As many as there are, and more. */
export const MOST_SCOPES = 100;

/** A scope of a key. */
export function scope(): FieldType<string> {
  return {
    schema: { type: 'string' },
    fault: (value) =>
      typeof value === 'string' && isScope(value) ? undefined : `must have scopes alone: ${SCOPE_RULE}`,
  };
}

/** The comma-separated scopes of a key; an array without duplicates once cleaned. */
export function scopeList(): FieldType<string[]> {
  return {
    schema: { type: 'string' },
    clean: (value) =>
      typeof value === 'string' ? [...new Set(value.split(',').map((scope) => scope.trim()))] : value,
    fault: (value) => {
      const wrong = Array.isArray(value) ? value.filter((scope) => !isScope(String(scope))) : [value];
      return wrong.length === 0 ? undefined : `has no scope ${wrong.map(String).join(', ')}; ${SCOPE_RULE}`;
    },
  };
}

export function isScope(text: string): boolean {
  const [resource = '', action = ''] = text.split(':');
  if (text === '*:read' || text === 'appointments:book') return true;
  return (
    text === `${resource}:${action}` &&
    ['read', 'write'].includes(action) &&
    FIRST_SEGMENTS.includes(resource)
  );
}

/** What `*:read` does not read: who has which key. */
const BESIDE_ALL = ['users:read', 'api-keys:read'];

/** Whether a caller's key has one of some scopes. A key without scopes has all. */
export function isInScope(
  { restrictions }: Pick<Caller, 'restrictions'>,
  ...anyOf: readonly string[]
): boolean {
  const scopes = restrictions?.scopes;
  if (scopes === undefined) return true;
  return anyOf.some(
    (scope) =>
      scopes.includes(scope) ||
      (scope.endsWith(':read') && !BESIDE_ALL.includes(scope) && scopes.includes('*:read')),
  );
}
