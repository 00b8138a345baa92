import type { Type } from '@nestjs/common';
import type { WriteContext } from '../../database/write-context';
import type { Hidden } from '../../restrictions';
import { present } from '../../values/present';
import { type Member, membersOf } from './members';

/**
 * The members of the whole body of a POST or PUT: those that are present, and the defaults of those that are not. An absent member
 * without a default becomes null where it may be. It keeps its stored value where it may not, where its list says that it `stays`, or where
 * the key of the write hides it.
 */
export function withDefaults<Body extends object>(
  type: Type<object>,
  body: Body,
  { hides = [] }: Pick<WriteContext, 'hides'> = {},
): ReturnType<typeof present<Body>> {
  const defaults = Object.entries(membersOf(type)).map(
    ([name, member]) => [name, isHidden(member, hides) ? undefined : defaultOf(member)] as const,
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

function isHidden({ input }: Member, hides: readonly Hidden[]): boolean {
  const group = input?.options.hides;
  return group !== undefined && hides.includes(group);
}
