import type { Type } from '@nestjs/common';
import type { WriteContext } from '../../database/write-context';
import type { Hidden } from '../../restrictions';
import { isJsonObject } from '../../values/json-object';
import { type Member, membersOf } from '../validation/members';
import { groupOf, type Inside, insideOf, type Mask } from './hidden-members';

const masks = new WeakMap<Type<object>, { readonly mask: Mask | undefined }>();

/** The mask of the answers of a class; undefined: it holds an object of which nothing is known. */
export function maskOf(type: Type<object>): Mask | undefined {
  const known = masks.get(type) ?? { mask: readMask(type) };
  masks.set(type, known);
  return known.mask;
}

/** What a key sees that hides some groups: their members are null. @param mask undefined: nothing is known of objects, so they are null */
export function withoutHidden(value: unknown, mask: Mask | undefined, groups: readonly Hidden[]): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutHidden(each, mask, groups));
  if (!isJsonObject(value)) return value;
  if (mask === undefined) return null;
  const shown: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(value)) {
    const group = mask.groups.get(name);
    const inside = mask.within.get(name);
    if (group !== undefined && groups.includes(group)) shown[name] = null;
    else shown[name] = inside === undefined ? inner : withoutHidden(inner, inside.of(value), groups);
  }
  return shown;
}

/** The answer that shows a resource, as the key of a write sees it. */
export function seenBy({ hides }: Pick<WriteContext, 'hides'>, type: Type<object>, answer: object): object {
  // What is not null stays an object.
  return hides === undefined ? answer : (withoutHidden(answer, maskOf(type), hides) as object);
}

/** The names of the members that a mask hides, by their group. */
export function hiddenNames(mask: Mask): Readonly<Partial<Record<Hidden, readonly string[]>>> {
  const names = new Map<Hidden, Set<string>>();
  collect(mask, names);
  return Object.fromEntries([...names].sort().map(([group, found]) => [group, [...found].sort()]));
}

function collect({ groups, within }: Mask, names: Map<Hidden, Set<string>>): void {
  for (const [name, group] of groups) names.set(group, (names.get(group) ?? new Set()).add(name));
  for (const { all } of within.values()) for (const mask of all()) collect(mask, names);
}

function readMask(type: Type<object>): Mask | undefined {
  const groups = new Map<string, Hidden>();
  const within = new Map<string, Inside>();
  const answered = Object.entries(membersOf(type)).filter(([, { answer }]) => answer !== undefined);
  if (answered.length === 0) return undefined;
  for (const [name, member] of answered) {
    const group = groupOf(member);
    const content = group === undefined ? contentOf(member) : 'plain';
    if (content === 'unknown') return undefined;
    if (group !== undefined) groups.set(name, group);
    else if (content !== 'plain') within.set(name, content);
  }
  return { groups, within };
}

function contentOf(member: Member): Inside | 'plain' | 'unknown' {
  const declared = insideOf(member);
  if (declared !== undefined) return declared;
  const answer = (member.answer ?? {}) as {
    readonly type?: unknown;
    readonly additionalProperties?: unknown;
  };
  const type = classIn(answer.type);
  if (type === undefined)
    return answer.type === 'object' && typeof answer.additionalProperties !== 'object' ? 'unknown' : 'plain';
  const mask = maskOf(type);
  return mask === undefined ? 'unknown' : { of: () => mask, all: () => [mask] };
}

/** The class of a member that is an object or a list of objects; `Object` stands for one of several plain types. */
function classIn(type: unknown): Type<object> | undefined {
  const [only] = Array.isArray(type) ? (type as readonly unknown[]) : [type];
  // The first is a class, the second a function that returns one: Nest tells them apart by this name.
  const found: unknown =
    typeof only === 'function' && only.name === 'type' ? (only as () => unknown)() : only;
  return typeof found === 'function' && found !== Object ? (found as Type<object>) : undefined;
}
