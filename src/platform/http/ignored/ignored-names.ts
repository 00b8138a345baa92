import type { ExecutionContext, Type } from '@nestjs/common';
import type { Request } from 'express';
import { isJsonObject, type JsonObject } from '../../values/json-object';
import { viewerOf } from '../identity';
import { aliasesOf } from '../validation/field';
import { type Member, type Members, membersOf } from '../validation/members';
import { classesOf } from './handler-classes';

/** A request with the names that meant nothing to its handler, when there are any. */
export type NotedRequest = Request & { ignored?: readonly string[] };

/** The most names that an answer lists, and the most characters of each. */
const MAX_NAMES = 20;
const MAX_CHARACTERS = 64;

const NOTHING: Members = {};

/**
 * Notes which query parameters and body members the handler does not read, for `meta.ignored` of the answer. Body members that
 * the resource has in its answers are left out, so that clients can send back what they read; but a PATCH says what is to change, and
 * a handler without a body changes nothing by one, so they list them. Names only, never values.
 */
export function noteIgnoredNames(request: NotedRequest, context: ExecutionContext): void {
  const hasQuery = request.url.includes('?');
  const body: unknown = request.body;
  if (!hasQuery && body === undefined) return;
  const classes = classesOf(context);
  const notes: Notes = { found: [], hasKey: viewerOf(request) !== undefined };
  if (hasQuery) collect(request.query, membersOfClass(classes.query), NOTHING, '', notes);
  const isSentBack = request.method !== 'PATCH' && classes.body !== undefined;
  const answered = isSentBack ? membersOfClass(classes.answer) : NOTHING;
  if (isJsonObject(body)) collect(body, membersOfClass(classes.body), answered, '', notes);
  if (notes.found.length > 0) request.ignored = notes.found.map(cut);
}

interface Notes {
  readonly found: string[];
  /** Whether the request has an API key that sees more than what is public. */
  readonly hasKey: boolean;
}

/**
 * @param members those of the class that reads what is given
 * @param answered those that the answer may have sent before. Entries of lists have none that their bodies lack
 */
function collect(given: JsonObject, members: Members, answered: Members, path: string, notes: Notes): void {
  const { found, hasKey } = notes;
  for (const [name, value] of Object.entries(given)) {
    if (found.length >= MAX_NAMES) return;
    const input = inputOf(members, name) ?? keyedInput(members, name);
    if (input === undefined) {
      const isAnswered = own(answered, name)?.answer !== undefined;
      if (!isAnswered && !isAliasRead(members, name, given)) found.push(path + name);
      continue;
    }
    if (input.options.ignoredIf?.(given, hasKey) === true) found.push(path + name);
    if (input.type.entry === undefined || !Array.isArray(value)) continue;
    const entryMembers = membersOf(input.type.entry());
    for (const [index, entry] of value.entries())
      if (isJsonObject(entry)) collect(entry, entryMembers, NOTHING, `${path}${name}[${index}].`, notes);
  }
}

/** A member of that name; undefined for `constructor` and the like. */
function own(members: Members, name: string): Member | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

function inputOf(members: Members, name: string): Member['input'] {
  return own(members, name)?.input;
}

/** What a parameter such as `metadata[key]` belongs to. */
function keyedInput(members: Members, name: string): Member['input'] {
  const opening = name.indexOf('[');
  const input = opening > 0 ? inputOf(members, name.slice(0, opening)) : undefined;
  return input?.options.isKeyed === true ? input : undefined;
}

/** Whether it is an alias of a member, and none of the names that are read before it is given. */
function isAliasRead(members: Members, alias: string, given: JsonObject): boolean {
  for (const [name, { input }] of Object.entries(members)) {
    const names = input === undefined ? [] : [name, ...aliasesOf(name, input.options)];
    const place = names.indexOf(alias);
    if (place > 0) return names.slice(0, place).every((before) => !Object.hasOwn(given, before));
  }
  return false;
}

/** By code points, so that no surrogate pair is split. */
function cut(name: string): string {
  return name.length > MAX_CHARACTERS ? Array.from(name).slice(0, MAX_CHARACTERS).join('') : name;
}

function membersOfClass(type: Type<object> | undefined): Members {
  return type === undefined ? NOTHING : membersOf(type);
}
