import { STATUSES, type Status } from '../../../booking/appointment-status';
import type { FieldType } from '../../../platform/http/validation/field-type';
import type { StatusNames } from './mapping/statuses';

export { outgoingUrl as address } from '../../../platform/outgoing/outgoing-url';

const TOKEN = /^[\x21-\x7E]{1,500}$/;
const PAIRS = /^[^=,]+=[^=,]+(,[^=,]+=[^=,]+)*$/;

/** A token that may stand in the header of a request. */
export function token(): FieldType<string> {
  return {
    schema: { type: 'string', pattern: TOKEN.source },
    fault: (value) =>
      typeof value === 'string' && TOKEN.test(value)
        ? undefined
        : 'must be 1 to 500 characters of ASCII without spaces',
  };
}

/** A list of statuses, theirs and ours, such as `Storniert=cancelled,Erledigt=completed`. */
export function statusNames(): FieldType<string> {
  return {
    schema: { type: 'string', pattern: PAIRS.source },
    fault: (value) =>
      typeof value === 'string' && PAIRS.test(value) && pairsIn(value).every(([, ours]) => isStatus(ours))
        ? undefined
        : `must be a list such as Storniert=cancelled; ours are ${STATUSES.join(', ')}`,
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

function pairsIn(list: string): (readonly [theirs: string, ours: string])[] {
  return list.split(',').map((pair) => {
    const [theirs = '', ours = ''] = pair.split('=');
    return [theirs.trim(), ours.trim()];
  });
}

function isStatus(text: string): text is Status {
  return (STATUSES as readonly string[]).includes(text);
}
