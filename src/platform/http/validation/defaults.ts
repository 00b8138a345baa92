import type { Type } from '@nestjs/common';
import { present } from '../../values/present';
import { type Member, membersOf } from './members';

/**
 * The members of the whole body of a POST or PUT: those that are present, and the defaults of those that are not. An absent member
 * without a default becomes null where it may be. It keeps its stored value where it may not, or where its list says that it `stays`.
 */
export function withDefaults<Body extends object>(
  type: Type<object>,
  body: Body,
): ReturnType<typeof present<Body>> {
  const defaults = Object.entries(membersOf(type)).map(
    ([name, member]) => [name, defaultOf(member)] as const,
  );
  return { ...present(Object.fromEntries(defaults)), ...present(body) };
}

/** Undefined: it has none. */
function defaultOf({ input }: Member): unknown {
  if (input?.options.optional !== true) return undefined;
  const { default: fallback, stays = false } = input.options;
  if (fallback !== undefined) return fallback;
  return input.type.nullable === true && !stays ? null : undefined;
}
