import type { ExecutionContext, Type } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import type { Request } from 'express';
import { answerMemberOf, answerModelOf, answersHave } from './answer-members';
import { isJsonObject, type JsonObject } from '../../values/json-object';
import { callerOf } from '../identity';
import { type InputMember, type InputMembers, inputMembersOf } from './input-members';

/** A request with the names that meant nothing to its handler, when there are any. */
export type NotedRequest = Request & { ignored?: readonly string[] };

/** The most names that an answer lists, and the most characters of each. */
const MAX_NAMES = 20;
const MAX_CHARACTERS = 64;

/** The classes of what a handler reads and answers. */
interface HandlerInput {
  readonly query: Type<object> | undefined;
  readonly body: Type<object> | undefined;
  readonly answer: Type<object> | undefined;
}

const NOTHING: InputMembers = { members: new Map(), precedence: new Map() };
const handlers = new WeakMap<object, HandlerInput>();

/**
 * Notes which query parameters and body members the handler does not read, for `meta.ignored` of the answer. Body members that
 * the resource has in its answers are left out, so that clients can send back what they read; but a PATCH says what is to change, so it
 * lists them. Names only, never values.
 */
export function noteIgnoredNames(request: NotedRequest, context: ExecutionContext): void {
  const hasQuery = request.url.includes('?');
  const body: unknown = request.body;
  if (!hasQuery && body === undefined) return;
  const input = inputOf(context);
  const notes: Notes = { found: [], hasKey: callerOf(request) !== undefined };
  if (hasQuery) collect(request.query, membersOf(input.query), undefined, '', notes);
  const answer = request.method === 'PATCH' ? undefined : input.answer;
  if (isJsonObject(body)) collect(body, membersOf(input.body), answer, '', notes);
  if (notes.found.length > 0) request.ignored = notes.found.map(cut);
}

interface Notes {
  readonly found: string[];
  /** Whether the request has an API key. */
  readonly hasKey: boolean;
}

function collect(
  given: JsonObject,
  { members, precedence }: InputMembers,
  answer: Type<object> | undefined,
  path: string,
  notes: Notes,
): void {
  const { found, hasKey } = notes;
  for (const [name, value] of Object.entries(given)) {
    if (found.length >= MAX_NAMES) return;
    const member = members.get(name) ?? keyedMember(members, name);
    if (member === undefined) {
      const before = precedence.get(name);
      const isRead = before?.every((other) => !Object.hasOwn(given, other)) ?? false;
      if (!isRead && !answersHave(answer, name)) found.push(path + name);
      continue;
    }
    if (member.ignoredIf?.(given, hasKey) === true) found.push(path + name);
    if (member.entry === undefined || !Array.isArray(value)) continue;
    const entryMembers = inputMembersOf(member.entry);
    const entryAnswer = answerMemberOf(answer, name);
    for (const [index, entry] of value.entries())
      if (isJsonObject(entry)) collect(entry, entryMembers, entryAnswer, `${path}${name}[${index}].`, notes);
  }
}

/** The member that a parameter such as `metadata[key]` belongs to. */
function keyedMember(members: InputMembers['members'], name: string): InputMember | undefined {
  const opening = name.indexOf('[');
  const member = opening > 0 ? members.get(name.slice(0, opening)) : undefined;
  return member?.isKeyed === true ? member : undefined;
}

/** By code points, so that no surrogate pair is split. */
function cut(name: string): string {
  return name.length > MAX_CHARACTERS ? Array.from(name).slice(0, MAX_CHARACTERS).join('') : name;
}

function membersOf(type: Type<object> | undefined): InputMembers {
  return type === undefined ? NOTHING : inputMembersOf(type);
}

/** The classes of what the handler of a request reads and answers. */
export function inputOf(context: ExecutionContext): HandlerInput {
  const handler = context.getHandler();
  const found = handlers.get(handler) ?? readInput(context.getClass(), handler);
  handlers.set(handler, found);
  return found;
}

/** Reads the classes of `@Query()` and `@Body()`, as Nest itself does. */
function readInput(controller: Type, handler: { readonly name: string }): HandlerInput {
  const prototype = controller.prototype as object;
  const types = (Reflect.getMetadata('design:paramtypes', prototype, handler.name) ?? []) as Type<object>[];
  const args = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler.name) ?? {}) as Record<
    string,
    { readonly index: number }
  >;
  const typeOf = (kind: RouteParamtypes): Type<object> | undefined => {
    const key = Object.keys(args).find((each) => each.startsWith(`${kind}:`));
    return key === undefined ? undefined : types[args[key]?.index ?? -1];
  };
  return {
    query: typeOf(RouteParamtypes.QUERY),
    body: typeOf(RouteParamtypes.BODY),
    answer: answerModelOf(handler),
  };
}
