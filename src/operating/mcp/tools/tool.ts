/** What a tool does to the business, from which its annotations follow. */
export type Effect =
  /** Changes nothing. */
  | 'reads'
  /** Adds something, once for each `idempotencyKey`. */
  | 'adds'
  /** Puts something in the place of what was there: repeating it changes nothing more, and what was there is lost. */
  | 'replaces';

/** A case of an operation of the API, for language models. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** All that a model knows of it: when to use it, and what to do next. */
  readonly description: string;
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** As in the OpenAPI document. */
  readonly path: string;
  /** The argument that stands for `{id}` in the path. */
  readonly id?: string;
  /** The other arguments: members of the query or the body of the operation. All others are unknown. */
  readonly takes: readonly string[];
  /** What each call sends beside its arguments. */
  readonly sends?: Readonly<Record<string, unknown>>;
  readonly effect: Effect;
  /** Whether customers or providers may get a message of it. */
  readonly tells?: true;
}

/** The argument that says which calls are one and the same. It becomes the header `Idempotency-Key`. */
export const IDEMPOTENCY_KEY = 'idempotencyKey';

/** As the header takes it. */
export const KEY_PATTERN = '^[\\x21-\\x7e]{1,255}$';
