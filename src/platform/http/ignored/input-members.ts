import type { Type } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
import { aliasesOf, type FieldContext } from '../validation/field';

/** One member of a body or query class. */
export interface InputMember {
  /** The class of the entries, when the member is a list of objects. */
  readonly entry?: Type<object>;
  /** Whether a query has one parameter for each key, written `name[key]=value`. */
  readonly isKeyed?: FieldContext['isKeyed'];
  /** Whether the service ignores the member of this body or query, although the class has it. */
  readonly ignoredIf?: FieldContext['ignoredIf'];
}

/** The names under which a body or query class reads its members. */
export interface InputMembers {
  readonly members: ReadonlyMap<string, InputMember>;
  /** For each alias: the names that the service reads before it, the member's own name first. */
  readonly precedence: ReadonlyMap<string, readonly string[]>;
}

const known = new WeakMap<Type<object>, InputMembers>();

/** The members of a class whose properties `Field` declares. */
export function inputMembersOf(target: Type<object>): InputMembers {
  const found = known.get(target) ?? readMembers(target);
  known.set(target, found);
  return found;
}

function readMembers(target: Type<object>): InputMembers {
  const members = new Map<string, InputMember>();
  const precedence = new Map<string, readonly string[]>();
  for (const { propertyName, context } of getMetadataStorage().getTargetValidationMetadatas(
    target,
    '',
    true,
    false,
  )) {
    const field = context as FieldContext | undefined;
    if (field === undefined) {
      members.set(propertyName, members.get(propertyName) ?? {});
      continue;
    }
    const entry = field.entry?.();
    const { isKeyed, ignoredIf } = field;
    members.set(propertyName, { ...(entry && { entry }), isKeyed, ignoredIf });
    const names = [propertyName, ...aliasesOf(propertyName, field)];
    for (const [index, alias] of names.entries()) if (index > 0) precedence.set(alias, names.slice(0, index));
  }
  return { members, precedence };
}
