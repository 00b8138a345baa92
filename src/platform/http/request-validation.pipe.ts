import { type ArgumentMetadata, Injectable, type Type, ValidationPipe } from '@nestjs/common';
import { getMetadataStorage, type ValidationError as Fault } from 'class-validator';
import { ValidationError } from '../errors/errors';
import { faultOfReservedKeys, isJsonObject, type JsonObject } from '../values/json-object';
import { KnownQueries } from './validation/known-queries';
import { aliasesOf } from './validation/field';
import { type Members, membersOf } from './validation/members';

rememberRules();

/** Reads bodies and queries, drops unknown members, and reports all faults together, by field path (docs/reference/conventions.md). */
@Injectable()
export class RequestValidationPipe extends ValidationPipe {
  private readonly knownQueries = new KnownQueries();

  constructor() {
    super({
      transform: true,
      whitelist: true,
      stopAtFirstError: true,
      exceptionFactory: (faults) =>
        new ValidationError(Object.fromEntries(faults.flatMap((fault) => messagesOf(fault, '')))),
    });
  }

  /**
   * Nest's pipe takes `null` for `{}` and turns a path parameter `0xd` into 13; the pipe of the parameter reads it instead (`PathId`). It does
   * nothing with parameters of our own decorators.
   */
  override transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type === 'param' || metadata.type === 'custom') return Promise.resolve(value);
    const isObject = isJsonObject(value);
    if (metadata.type === 'body' && value !== undefined && !isObject) {
      throw new ValidationError({ body: 'must be a JSON object' });
    }
    const type = metadata.metatype as Type<object> | undefined;
    if (isObject && type !== undefined) assertNoReservedKeys(value, membersOf(type));
    const known =
      metadata.type === 'body' && isObject && type !== undefined ? withoutUnknown(value, type) : value;
    const read = (): Promise<object> => super.transform(known, metadata);
    return metadata.type === 'query' && isObject && type !== undefined
      ? this.knownQueries.of(type, value, read)
      : read();
  }
}

/**
 * For each object of a body, class-validator looks through the rules of all classes for those that the class of the object extends. What it has
 * found for a class is remembered: a class gets its rules when it is defined, and no rule is in a group.
 */
function rememberRules(): void {
  const storage = getMetadataStorage();
  const find = storage.getTargetValidationMetadatas.bind(storage);
  const known = new WeakMap<object, ReturnType<typeof find>>();
  storage.getTargetValidationMetadatas = (type, ...options) => {
    const found = known.get(type) ?? find(type, ...options);
    known.set(type, found);
    return found;
  };
}

/**
 * Drops the unknown members that are objects or lists: Nest drops them too, but only after it has looked into all of their values, which takes
 * milliseconds where they are thousands. Other values cost nothing.
 */
function withoutUnknown(given: JsonObject, type: Type<object>): JsonObject {
  const members = membersOf(type);
  const names = namesOf(members);
  if (names.size === 0) return given;
  const changed: [name: string, value: unknown][] = [];
  for (const [name, value] of Object.entries(given)) {
    if (typeof value !== 'object' || value === null) continue;
    const entry = members[name]?.input?.type.entry;
    if (!names.has(name)) changed.push([name, undefined]);
    else if (entry !== undefined && Array.isArray(value)) {
      const entries = (value as unknown[]).map((each) =>
        isJsonObject(each) ? withoutUnknown(each, entry()) : each,
      );
      changed.push([name, entries]);
    }
  }
  return changed.length === 0 ? given : { ...given, ...Object.fromEntries(changed) };
}

const namesOfMembers = new WeakMap<Members, ReadonlySet<string>>();

/** The names under which a body may carry some members. */
function namesOf(members: Members): ReadonlySet<string> {
  const known = namesOfMembers.get(members);
  if (known !== undefined) return known;
  const names = Object.entries(members).flatMap(([name, { input }]) =>
    input === undefined ? [] : [name, ...aliasesOf(name, input.options)],
  );
  const found = new Set(names);
  namesOfMembers.set(members, found);
  return found;
}

/** Nest deletes keys such as `constructor` in silence, and the keys of some members are the client's. @throws ValidationError */
function assertNoReservedKeys(value: JsonObject, members: Members): void {
  const faults = reservedKeysIn(value, members, '');
  if (faults.length > 0) throw new ValidationError(Object.fromEntries(faults));
}

function reservedKeysIn(
  value: JsonObject,
  members: Members,
  parent: string,
): [path: string, fault: string][] {
  return keyedOf(members).flatMap(({ name, entries }): [path: string, fault: string][] => {
    const given = Object.hasOwn(value, name) ? value[name] : undefined;
    if (entries === undefined) {
      const fault = faultOfReservedKeys(given);
      return fault === undefined ? [] : [[pathOf(name, parent), fault]];
    }
    const list: readonly unknown[] = Array.isArray(given) ? given : [];
    return list.flatMap((each, i) =>
      isJsonObject(each) ? reservedKeysIn(each, entries, `${pathOf(name, parent)}[${i}]`) : [],
    );
  });
}

/** A member with keys of the client, or a list of objects with such members. */
interface KeyedMember {
  readonly name: string;
  /** The members of an entry of the list. */
  readonly entries?: Members;
}

const keyedMembers = new WeakMap<Members, readonly KeyedMember[]>();

function keyedOf(members: Members): readonly KeyedMember[] {
  const known = keyedMembers.get(members);
  if (known !== undefined) return known;
  const found = Object.entries(members).flatMap(([name, { input }]): KeyedMember[] => {
    const entries = input?.type.entry && membersOf(input.type.entry());
    if (entries !== undefined) return keyedOf(entries).length > 0 ? [{ name, entries }] : [];
    return input?.type.schema.additionalProperties === undefined ? [] : [{ name }];
  });
  keyedMembers.set(members, found);
  return found;
}

/** A fault with its path, such as `schedule[0].end`, and those of its children. */
function messagesOf(fault: Fault, parent: string): [path: string, message: string][] {
  const path = pathOf(fault.property, parent);
  const own = Object.values(fault.constraints ?? {}).slice(0, 1);
  const messages = own.map((message): [string, string] => [path, message]);
  return [...messages, ...(fault.children ?? []).flatMap((child) => messagesOf(child, path))];
}

function pathOf(property: string, parent: string): string {
  if (parent === '') return property;
  return /^\d+$/.test(property) ? `${parent}[${property}]` : `${parent}.${property}`;
}
