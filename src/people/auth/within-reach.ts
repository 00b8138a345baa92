import type { Type } from '@nestjs/common';
import { ValidationError } from '../../platform/errors/errors';
import { type Member, type Members, membersOf } from '../../platform/http/validation/members';
import type { Reach } from '../../platform/restrictions';
import type { NamedIds } from '../../platform/reached-ids';

/** A valid body or query; an instance of its class. */
type Input = Readonly<Record<string, unknown>>;

/** Of a narrowed key. */
interface Within {
  readonly reach: Reach;
  /** Those of the named persons and bookings that belong to it. */
  readonly reached: NamedIds;
  /** Whether the operation asks for time or takes it, so that it must say whose and where. */
  readonly takesTime: boolean;
}

/** No row has this id, so it is answered as one that names nothing, by the same path and in the same time. */
const NO_ID = 0;

/** The members that name providers. */
const PROVIDERS: readonly string[] = ['providerId', 'providerIds', 'toProviderIds'];

/** Whether a handler's argument is a body or a query. */
export function isInput(arg: unknown): arg is Input {
  return typeof arg === 'object' && arg !== null && Object.keys(membersOfInput(arg)).length > 0;
}

/**
 * A body or query as a narrowed key means it: an id that does not belong to the key names nothing, any provider is one of its providers, and
 * where no place is named, it is the only one of the key.
 * @throws ValidationError when it must name a place
 */
export function withinReach(input: Input, within: Within): Input {
  return Object.assign(withIds(input, within), placeOf(input, within));
}

function withIds(input: Input, within: Within): Input {
  const narrowed = Object.entries(membersOfInput(input)).flatMap(([name, member]) => {
    const value = input[name];
    return value === undefined ? [] : [[name, narrowedValue(name, value, member, within)]];
  });
  // Not a spread: the input is an instance of a class.
  const copy = Object.create(Object.getPrototypeOf(input) as object) as Input;
  return Object.assign(copy, input, Object.fromEntries(narrowed) as object, choiceOf(input, within));
}

function narrowedValue(name: string, value: unknown, { input }: Member, within: Within): unknown {
  const isList = Array.isArray(value);
  if (input?.type.entry !== undefined && isList) return value.map((entry: Input) => withIds(entry, within));
  const own = ownIds(name, within);
  if (own === undefined) return value;
  const narrow = (id: unknown) => (typeof id === 'number' && !own.includes(id) ? NO_ID : id);
  return isList ? value.map(narrow) : narrow(value);
}

/** The ids that a member may name; undefined: the key does not narrow them. */
function ownIds(name: string, { reach, reached }: Within): readonly number[] | undefined {
  if (PROVIDERS.includes(name)) return reach.providers;
  if (name === 'locationId') return reach.locations;
  if (name !== 'customerId' && name !== 'excludeAppointmentId') return undefined;
  const id = reached[name];
  return id === undefined ? [] : [id];
}

/** The providers among whom the service chooses. */
function choiceOf(input: Input, { reach: { providers }, takesTime }: Within): object {
  const members = membersOfInput(input);
  if (!takesTime || providers === undefined || !('providerId' in members)) return {};
  if (input['holdId'] !== undefined || input['providerIds'] !== undefined) return {};
  const isAny = 'anyProvider' in members ? input['anyProvider'] === true : input['providerId'] === undefined;
  return isAny ? { providerIds: providers } : {};
}

/** What has no place belongs to no place, so that the key would lose sight of it. */
function placeOf(input: Input, { reach: { locations }, takesTime }: Within): object {
  if (locations === undefined || !('locationId' in membersOfInput(input))) return {};
  const place = input['locationId'] as number | null | undefined;
  const isWithout = takesTime ? place == null && input['holdId'] === undefined : place === null;
  if (!isWithout) return {};
  const [only, ...others] = locations;
  if (takesTime && others.length === 0) return { locationId: only };
  throw new ValidationError({ locationId: 'is required: this key is for what is at its locations' });
}

function membersOfInput(input: object): Members {
  return membersOf(input.constructor as Type<object>);
}
