import type { Rotation } from '../../platform/time/rotation';
import { present } from '../../platform/values/present';

/** The path of a member of a body, and what is wrong with it. */
export type Fault = readonly [path: string, message: string];

/** The weeks of an entry as a body gives them. */
interface RotationText {
  readonly everyWeeks?: number | null | undefined;
  readonly from?: string | null | undefined;
  readonly until?: string | null | undefined;
}

/** Without the members that say what an entry without them says. */
export function toStoredRotation({ everyWeeks, from, until }: RotationText): Rotation {
  return present({
    everyWeeks: everyWeeks === 1 ? undefined : (everyWeeks ?? undefined),
    from: from ?? undefined,
    until: until ?? undefined,
  });
}

/** @param path of the entry */
export function rotationFaults({ everyWeeks, from, until }: Rotation, path: string): readonly Fault[] {
  if (everyWeeks !== undefined && from === undefined)
    return [[`${path}.from`, 'is required when everyWeeks is more than 1: its week is the first']];
  if (from !== undefined && until !== undefined && until < from)
    return [[`${path}.until`, 'must not be before from']];
  return [];
}
