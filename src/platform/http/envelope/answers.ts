import { applyDecorators, type Type } from '@nestjs/common';
import { ApiData, ApiDataList, ApiNullableData, ApiPage } from './api-data';
import { ApiIfMatch, ApiResource, ApiResourceRead } from './api-resource';
import { DeletedResponse } from './deleted.response';
import { type PreviewReply, type Reply, ResourceReply, type WrittenReply } from './envelope';
import type { Page } from '../../database/reads/page';
import type { Mask } from '../hiding/hidden-members';
import { maskOf } from '../hiding/mask';
import type { Show } from './handler-result';
import type { Links } from './links';
import { type Warned, WARNINGS_META, warningsMeta } from './warnings';

/**
 * What an operation answers: how the OpenAPI document describes it, and how the result of the handler becomes it. The functions below make
 * one for each kind of answer. The `show` of an operation is one function, because a page of `KnownReads` keeps its result (ADR 22).
 */
export interface Answer<Result> {
  readonly status: 200 | 201 | 202;
  readonly documents: MethodDecorator;
  readonly show: Show<Result>;
  /** What keys can hide in it; undefined: nothing is known of what it holds, so no key that hides something gets it. */
  readonly mask: Mask | undefined;
}

/** A class of responses. `of` makes one of a row; without it, the handler returns the response itself. */
type Model = Type<object> & {
  /** @param zone of the business */
  readonly of?: (row: never, zone: string, links?: Links) => object;
  /** State that the `ETag` covers and the response does not show. */
  readonly hiddenState?: (row: never) => string;
  /** The names of the members that are other resources. The part of the `ETag` that `If-Match` compares does not cover them. */
  readonly included?: (row: never) => readonly string[] | undefined;
  /** What the write that has left a row warns of. */
  readonly warned?: (row: never) => Warned;
};

/** What the responses of a class are made of. */
type RowOf<M extends Model> = M extends {
  readonly of: (row: infer Row, zone: string, links?: Links) => unknown;
}
  ? Row
  : InstanceType<M>;

/** `data` alone, or with members of `meta`. */
type Data<T> = T | Reply<T, object> | WrittenReply;

type Schemas = Readonly<Record<string, object>>;

interface Options<Result, Shown> {
  readonly status?: 200 | 201 | 202;
  /** The schemas of the members of `meta`, and of those that only some answers have. */
  readonly meta?: Schemas;
  readonly optionalMeta?: Schemas;
  /** Makes the answer of what the handler returns, where that is no row of the class. */
  readonly by?: (result: Result, zone: string, hasKey: boolean, links?: Links) => Shown;
}

type WithBy<O extends { readonly by?: unknown }> = O & { readonly by: NonNullable<O['by']> };

/** A class for callers with a key, where the documented one is for all. */
interface Views<M extends Model> {
  readonly withKey?: Type<object> & { readonly of: (row: RowOf<M>, zone: string) => InstanceType<M> };
}

interface CreationOptions<Result, M extends Model> extends Pick<
  Options<Result, ResourceReply<InstanceType<M>> | PreviewReply<object>>,
  'meta' | 'optionalMeta' | 'by'
> {
  /** Documents what a dry run answers. */
  readonly preview?: MethodDecorator;
}

/** A page of a list. */
export function page<M extends Model, Result = Page<RowOf<M>>>(
  model: M,
  description: string,
  options: Views<M> & Pick<Options<Result, Page<InstanceType<M>>>, 'by'> = {},
): Answer<Result> {
  const [plain, keyed] = [mapperOf(model), mapperOf(options.withKey ?? model)];
  const pages: Show<unknown> = (found, zone, hasKey, links) =>
    (found as Page<unknown>).map(hasKey ? keyed : plain, zone, links);
  return {
    status: 200,
    documents: ApiPage(model, description),
    show: options.by ?? pages,
    mask: maskOf(model),
  };
}

/** A whole list, unpaged. */
export function list<M extends Model, Result = readonly RowOf<M>[]>(
  model: M,
  description: string,
  { by, ...options }: Options<Result, Data<readonly InstanceType<M>[]>> = {},
): Answer<Result> {
  const show = mapperOf(model);
  const lists: Show<unknown> = (rows, zone, _hasKey, links) =>
    (rows as readonly unknown[]).map((row) => show(row, zone, links));
  return {
    status: 200,
    documents: ApiDataList(model, { ...options, description }),
    show: by ?? lists,
    mask: maskOf(model),
  };
}

/** An object that has no `ETag`. */
export function data<M extends Model, Result = RowOf<M>>(
  model: M,
  description: string,
  { by, ...options }: Options<Result, Data<InstanceType<M>>> = {},
): Answer<Result> {
  const documents = ApiData(model, { ...options, description });
  return {
    status: options.status ?? 200,
    documents,
    show: by ?? shows(mapperOf(model)),
    mask: maskOf(model),
  };
}

/** An object that has no `ETag`, or null. */
export function nullableData<M extends Model, Result>(
  model: M,
  description: string,
  { by, ...options }: WithBy<Options<Result, Data<InstanceType<M> | null>>>,
): Answer<Result> {
  const documents = ApiNullableData(model, { ...options, description });
  return { status: 200, documents, show: by, mask: maskOf(model) };
}

/** One resource with its `ETag`; a 304 for a caller that has its present state. */
export function read<M extends Model>(
  model: M,
  description = `The ${nounOf(model)}`,
  { withKey }: Views<M> = {},
): Answer<RowOf<M>> {
  const documents = ApiResourceRead(model, { description });
  const [plain, keyed] = [resourceOf(model), resourceOf(withKey ?? model)];
  const show: Show<RowOf<M>> = (row, zone, hasKey, links) => (hasKey ? keyed : plain)(row, zone, links);
  return { status: 200, documents, show, mask: maskOf(model) };
}

/** A new resource with its `ETag`. */
export function created<M extends Model, Result = RowOf<M>>(
  model: M,
  description = `The new ${nounOf(model)}`,
  { meta, optionalMeta, preview, by }: CreationOptions<Result, M> = {},
): Answer<Result> {
  const resource = ApiResource(model, {
    status: 201,
    description,
    meta,
    optionalMeta: optionalMeta ?? warningsOf(model),
  });
  const documents = preview === undefined ? resource : applyDecorators(preview, resource);
  return { status: 201, documents, show: by ?? shows(resourceOf(model, model.warned)), mask: maskOf(model) };
}

/** A resource as it is after a write, with its `ETag`. The service asserts the precondition of the write. */
export function changed<M extends Model, Result = RowOf<M>>(
  model: M,
  description = `The ${nounOf(model)} as it is now`,
  { optionalMeta = warningsOf(model), by }: Pick<CreationOptions<Result, M>, 'optionalMeta' | 'by'> = {},
): Answer<Result> {
  const resource = ApiResource(model, { description, optionalMeta });
  const documents = applyDecorators(resource, ApiIfMatch());
  return { status: 200, documents, show: by ?? shows(resourceOf(model, model.warned)), mask: maskOf(model) };
}

/** What a DELETE answers: the handler returns the id. The service asserts the precondition. */
export function deleted<M extends Model = typeof DeletedResponse>(
  model: M = DeletedResponse as unknown as M,
  description = 'What was deleted',
): Answer<RowOf<M>> {
  const documents = applyDecorators(ApiData(model, { description }), ApiIfMatch());
  return { status: 200, documents, show: shows(mapperOf(model)), mask: maskOf(model) };
}

/** An answer that the handler writes, or returns as it is sent. @param model what it is made of, where it leaves out what keys hide */
export function asReturned(documents: MethodDecorator, model?: Type<object>): Answer<unknown> {
  return { status: 200, documents, show: (result) => result, mask: model && maskOf(model) };
}

/** `CategoryResponse`: category. */
function nounOf({ name }: Model): string {
  return name
    .replace(/Response$/, '')
    .replaceAll(/\B[A-Z]/g, (letter) => ` ${letter}`)
    .toLowerCase();
}

type Mapper = (row: unknown, zone: string, links?: Links) => object;

function shows(map: Mapper): Show<unknown> {
  return (row, zone, _hasKey, links) => map(row, zone, links);
}

function mapperOf(model: Model): Mapper {
  return (model.of ?? ((response: object) => response)) as Mapper;
}

/** @param warned what a write warns of; undefined: it is read */
function resourceOf(model: Model, warned?: Model['warned']): Mapper {
  const show = mapperOf(model);
  const hidden = model.hiddenState as ((row: unknown) => string) | undefined;
  const included = model.included as ((row: unknown) => readonly string[] | undefined) | undefined;
  return (row, zone, links) => {
    const meta = warned && warningsMeta(warned(row as never));
    return new ResourceReply(show(row, zone, links), hidden?.(row), meta, included?.(row));
  };
}

/** The schema of the warnings in answers to writes; undefined: such a write warns of nothing. */
function warningsOf({ warned }: Model): Schemas | undefined {
  return warned && WARNINGS_META;
}
