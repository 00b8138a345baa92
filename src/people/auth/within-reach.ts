import type { Type } from '@nestjs/common';
import { NotNarrowableError, ValidationError } from '../../platform/errors/errors';
import { type Member, type Members, membersOf } from '../../platform/http/validation/members';
import type { Narrowing } from '../../platform/openapi/narrowing';
import type { NamedIds } from '../../platform/reached-ids';
import type { Reach } from '../../platform/restrictions';
import { grouped } from '../../platform/values/grouped';

/** A valid body or query; an instance of its class. */
type Input = Readonly<Record<string, unknown>>;

/** What an operation is to a narrowed key. */
export interface NarrowedOperation {
  /** `time`: it asks for time or takes it, so that it must say whose and where. */
  readonly narrowing: Narrowing;
  /** Whether it makes something. */
  readonly isNew: boolean;
}

/** Of a narrowed key. */
interface Within {
  /** The ids that it may name, by the resource that they are of. It may name any of other resources. */
  readonly ids: Reach & NamedIds;
  readonly operation: NarrowedOperation;
}

/** No row has this id, so it is answered as one that names nothing, by the same path and in the same time. */
const NO_ID = 0;

/** Whether a handler's argument is a body or a query. */
export function isInput(arg: unknown): arg is Input {
  return typeof arg === 'object' && arg !== null && Object.keys(membersOfInput(arg)).length > 0;
}

/** The ids that inputs name. */
export function namedIds(inputs: readonly Input[]): NamedIds {
  const named = inputs.flatMap((input) =>
    Object.entries(membersOfInput(input)).flatMap(([name, member]) => {
      const { ids } = member.input?.type ?? {};
      const values = [input[name]].flat().filter((value) => typeof value === 'number');
      return ids === undefined ? [] : values.map((id) => ({ ids, id }));
    }),
  );
  const byResource = grouped(named, ({ ids }) => ids);
  return Object.fromEntries([...byResource].map(([ids, each]) => [ids, each.map(({ id }) => id)]));
}

/**
 * A body or query as a narrowed key means it: an id that does not belong to the key names nothing, what is left to the service is chosen
 * among what belongs to the key, and where no place is named, it is the only one of the key.
 * @throws ValidationError when it must name a place, NotNarrowableError of what is of the whole business
 */
export function withinReach(input: Input, within: Within): Input {
  return Object.assign(withIds(input, within), placesOf(input, within));
}

function withIds(input: Input, within: Within): Input {
  const narrowed = Object.entries(membersOfInput(input)).flatMap(([name, member]) => {
    const value = input[name];
    return value === undefined ? [] : [[name, narrowedValue(value, member, within)]];
  });
  // Not a spread: the input is an instance of a class.
  const copy = Object.create(Object.getPrototypeOf(input) as object) as Input;
  return Object.assign(copy, input, Object.fromEntries(narrowed) as object, choicesOf(input, within));
}

function narrowedValue(value: unknown, member: Member, within: Within): unknown {
  const isList = Array.isArray(value);
  if (member.input?.type.entry !== undefined && isList)
    return value.map((entry: Input) => withIds(entry, within));
  const own = ownIds(member, within);
  if (own === undefined) return value;
  const narrow = (id: unknown) => (typeof id === 'number' && !own.includes(id) ? NO_ID : id);
  return isList ? value.map(narrow) : narrow(value);
}

/** The ids that a member may name; undefined: the key does not narrow them. */
function ownIds({ input }: Member, { ids }: Within): readonly number[] | undefined {
  return input?.type.ids === undefined ? undefined : ids[input.type.ids];
}

/** Among what the service chooses where an input leaves the choice to it. */
function choicesOf(input: Input, within: Within): object {
  if (within.operation.narrowing !== 'time') return {};
  const choices = Object.values(membersOfInput(input)).map((member) => {
    const own = ownIds(member, within);
    return (own && member.input?.options.among?.(input as never, own)) ?? {};
  });
  return Object.assign({}, ...choices) as object;
}

/** What has no place belongs to no place, so that the key would lose sight of it. @throws ValidationError, NotNarrowableError */
function placesOf(input: Input, { ids: { locations }, operation }: Within): object {
  if (locations === undefined) return {};
  const [only, ...others] = locations;
  const isChosen = operation.narrowing === 'time' || (operation.narrowing === 'home' && operation.isNew);
  const places = Object.entries(membersOfInput(input)).flatMap(([name, member]) => {
    if (member.input?.type.ids !== 'locations') return [];
    const place = input[name];
    if (isOfNoPlace(place, operation)) throw new NotNarrowableError();
    const isImplied = member.input.options.impliedIf?.(input as never) === true;
    const isWithout = isChosen ? place == null && !isImplied : place === null;
    if (!isWithout) return [];
    if (isChosen && others.length === 0) return [[name, only]];
    throw new ValidationError({ [name]: 'is required: this key is for what is at its locations' });
  });
  return Object.fromEntries(places) as object;
}

/** Whether what is named is of no place where that is not the key's to give. */
function isOfNoPlace(place: unknown, { narrowing }: NarrowedOperation): boolean {
  return (narrowing === 'place' && place == null) || (narrowing === 'home' && place === null);
}

function membersOfInput(input: object): Members {
  return membersOf(input.constructor as Type<object>);
}
