import type { ExecutionContext, Type } from '@nestjs/common';
import type { Request } from 'express';
import { ForbiddenError } from '../../errors/errors';
import type { Hidden } from '../../restrictions';
import { isJsonObject, type JsonObject } from '../../values/json-object';
import { callerOf } from '../identity';
import { classesOf } from '../ignored/handler-classes';
import { aliasesOf } from '../validation/field';
import { type Members, membersOf } from '../validation/members';
import { groupOf } from './hidden-members';

/**
 * Refuses a request that writes, filters by or sorts by what its key hides. A PUT may send back what it has read, where hidden members are
 * null: they are taken out of the body, and stay as they are. @throws ForbiddenError
 */
export function assertNothingHidden(request: Request, context: ExecutionContext): void {
  const hides = callerOf(request)?.restrictions?.hide;
  if (hides === undefined) return;
  const { query, body, answer } = classesOf(context);
  if (query !== undefined) assertQuery(request.query, membersOf(query), shownBy(answer, hides));
  const sent: unknown = request.body;
  if (body !== undefined && isJsonObject(sent))
    request.body = writable(sent, membersOf(body), hides, request.method === 'PUT');
}

/** Whether the key hides the member with a name, of the resource that an operation shows. */
type IsHidden = (name: string) => boolean;

function shownBy(answer: Type<object> | undefined, hides: readonly Hidden[]): IsHidden {
  const members = answer === undefined ? {} : membersOf(answer);
  return (name) => {
    const group = Object.hasOwn(members, name) ? groupOf(members[name] ?? {}) : undefined;
    return group !== undefined && hides.includes(group);
  };
}

/** A parameter that has the name of a member filters by it. */
function assertQuery(sent: JsonObject, parameters: Members, isHidden: IsHidden): void {
  for (const [name, { input }] of Object.entries(parameters)) {
    if (input === undefined || !isHidden(name)) continue;
    if (namesIn(sent, name, aliasesOf(name, input.options)).length > 0) refuse(name);
  }
  const { sort } = sent;
  if (typeof sort !== 'string' || parameters['sort'] === undefined) return;
  const [field = ''] = sort.split(':');
  // A name that is no member is refused later.
  const member = [field, camelCase(field)].find(isHidden);
  if (member !== undefined) refuse(member);
}

/** @returns the body without the members that are null because the key hides them */
function writable(
  sent: JsonObject,
  members: Members,
  hides: readonly Hidden[],
  isReplacement: boolean,
  path = '',
): JsonObject {
  const left = { ...sent };
  for (const [name, { input }] of Object.entries(members)) {
    if (input === undefined) continue;
    const { hides: group } = input.options;
    const names = namesIn(sent, name, aliasesOf(name, input.options));
    if (group !== undefined && hides.includes(group)) {
      if (names.some((each) => !isReplacement || sent[each] !== null)) refuse(path + name);
      for (const each of names) Reflect.deleteProperty(left, each);
    } else if (input.type.entry !== undefined) {
      const entryMembers = membersOf(input.type.entry());
      for (const [index, entry] of listIn(sent[name]).entries())
        if (isJsonObject(entry)) writable(entry, entryMembers, hides, false, `${path}${name}[${index}].`);
    }
  }
  return left;
}

function namesIn(sent: JsonObject, name: string, aliases: readonly string[]): readonly string[] {
  return [name, ...aliases].filter((each) => Object.hasOwn(sent, each));
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function camelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}

function refuse(hidden: string): never {
  throw new ForbiddenError(`This key hides ${hidden}`, { hidden });
}
