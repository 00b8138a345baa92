import type { Hidden } from '../../restrictions';
import type { JsonObject } from '../../values/json-object';
import { HIDDEN_EXTENSION } from '../validation/field';
import type { Member } from '../validation/members';

/** Which members of an object belong to a group that keys can hide, and what the others hold. */
export interface Mask {
  readonly groups: ReadonlyMap<string, Hidden>;
  readonly within: ReadonlyMap<string, Inside>;
}

/** What a member holds that is an object of no class. */
export interface Inside {
  /** @param owner the object that has the member. @returns undefined: it is not known what such an object holds */
  readonly of: (owner: JsonObject) => Mask | undefined;
  /** All that `of` can return. */
  readonly all: () => readonly Mask[];
}

const insides = new WeakMap<Member, Inside>();

/** Declares that a member belongs to what keys can hide. Such a key neither reads nor writes it (docs/reference/access.md). */
export function hidden<Declared extends Member>(group: Hidden, member: Declared): Declared {
  const { input, answer } = member;
  return {
    ...member,
    ...(input && { input: { ...input, options: { ...input.options, hides: group } } }),
    ...(answer && { answer: { ...answer, [HIDDEN_EXTENSION]: group } }),
  };
}

/** Says what an object of no class holds. Without it, no key that hides something can call the operations that answer with it. */
export function holding<Declared extends Member>(inside: Inside, member: Declared): Declared {
  insides.set(member, inside);
  return member;
}

/** The group of a member of answers; undefined: no key hides it. */
export function groupOf({ answer }: Member): Hidden | undefined {
  return (answer as { readonly [HIDDEN_EXTENSION]?: Hidden } | undefined)?.[HIDDEN_EXTENSION];
}

/** What `holding` has said of a member. */
export function insideOf(member: Member): Inside | undefined {
  return insides.get(member);
}
