import { STATUSES, type Status } from '../../booking/appointment-status';
import type { FieldType } from '../../platform/http/validation/field-type';
import { isJsonObject } from '../../platform/values/json-object';
import { refused, type Refusal } from './outcome';

const PAIRS = /^[^=,]+=[^=,]+(,[^=,]+=[^=,]+)*$/;

/** Statuses by what the other system calls them, in small letters. */
export type StatusNames = ReadonlyMap<string, Status>;

/** A list of statuses, theirs and ours, such as `Storniert=cancelled,Erledigt=completed`; or JSON, for names with those signs in them. */
export function statusNames(): FieldType<string> {
  return {
    schema: { type: 'string' },
    fault: (value) => {
      const pairs = typeof value === 'string' ? pairsIn(value) : [];
      return pairs.length > 0 && pairs.every(([, ours]) => isStatus(ours))
        ? undefined
        : `must be a list such as Storniert=cancelled; ours are ${STATUSES.join(', ')}`;
    },
  };
}

/** @param list valid */
export function readStatusNames(list: string): StatusNames {
  return new Map(
    pairsIn(list).flatMap(([theirs, ours]): [string, Status][] =>
      isStatus(ours) ? [[theirs.toLowerCase(), ours]] : [],
    ),
  );
}

export function unknownStatus(theirs: string): Refusal {
  return refused(`the meaning of the status "${theirs}" is not known: say it with --statuses`);
}

export function isStatus(text: string): text is Status {
  return (STATUSES as readonly string[]).includes(text);
}

function pairsIn(list: string): (readonly [theirs: string, ours: string])[] {
  if (list.startsWith('{')) return pairsInJson(list);
  if (!PAIRS.test(list)) return [];
  return list.split(',').map((pair) => {
    const [theirs = '', ours = ''] = pair.split('=');
    return [theirs.trim(), ours.trim()];
  });
}

function pairsInJson(text: string): (readonly [theirs: string, ours: string])[] {
  try {
    const names = JSON.parse(text) as unknown;
    return isJsonObject(names)
      ? Object.entries(names).map(([theirs, ours]) => [theirs.trim(), String(ours)])
      : [];
  } catch {
    return [];
  }
}
