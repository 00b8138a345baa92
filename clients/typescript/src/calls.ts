import type { ParamsOption, RequestBodyOption } from 'openapi-fetch';
import type { HttpMethod, PathsWithMethod, RequiredKeysOf } from 'openapi-typescript-helpers';
import type { components, paths } from './generated/openapi.js';

type Documented = components['schemas'];

/** Names of answers without `Response`, unless another schema has that name. */
type Plain<Name> = Name extends `${infer Stem}Response` ? Exclude<Stem, keyof Documented> : never;

/** The schemas of the OpenAPI document. `Schemas['Appointment']` is short for `Schemas['AppointmentResponse']`. */
export type Schemas = Documented & {
  [Name in keyof Documented as Plain<Name>]: Documented[Name];
};

export type Method = Extract<HttpMethod, 'get' | 'put' | 'post' | 'patch' | 'delete'>;

/** The paths of the OpenAPI document that have an operation of this method. */
export type PathOf<M extends Method> = PathsWithMethod<paths, M>;

/** The operation of a method and a path. */
export type Operation<M extends Method, P extends PathOf<M>> =
  paths[P] extends Record<M, infer O> ? O : never;

/** What a call takes: `params` (`query`, `path` and `header`) and `body` as the operation describes them. */
export type Init<O> = ParamsOption<O> & BodyOption<O> & CallOptions;

/** A form with a file is sent as `FormData`; the document can only say which members it has. */
type BodyOption<O> = O extends { requestBody: { content: { 'multipart/form-data': unknown } } }
  ? { body: FormData }
  : RequestBodyOption<O>;

export interface CallOptions {
  /** Ends the call, its waiting and its retries. */
  readonly signal?: AbortSignal | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** May be left out when nothing in it is required. */
export type InitArguments<I> = RequiredKeysOf<I> extends never ? [init?: I] : [init: I];

type Success<O> = O extends { responses: infer R } ? R[Extract<keyof R, 200 | 201 | 202>] : never;
type Envelope<O> = Success<O> extends { content: { 'application/json': infer E } } ? E : { data: string };

/** `data` and `meta` of an answer, and the response with its headers. `data` is text where the operation answers no JSON. */
export type Answer<O> = Envelope<O> & { readonly response: Response };

/** Calls an operation by its path. It rejects with an `ApiError` or a `ConnectionError`. */
export type Call<M extends Method> = <P extends PathOf<M>>(
  path: P,
  ...init: InitArguments<Init<Operation<M, P>>>
) => Promise<Answer<Operation<M, P>>>;
