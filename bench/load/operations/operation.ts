import type { Random } from '../random';

export interface Question {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
}

export interface Answer {
  readonly status: number;
  /** `data` of the envelope, or `error`. */
  readonly data: unknown;
  readonly total: number | undefined;
}

export type Next = () => Question;
export type Statuses = Readonly<Record<string, number>>;

/** The data that requests are made from. */
export interface Ground {
  /** The number of appointments in the filled database. */
  readonly size: number;
  /** Day number of today. */
  readonly today: number;
  readonly dice: Random;
}

/** An operation: a source of ever new requests. */
export interface Operation {
  /** Name for `--only` and in the JSON file. */
  readonly name: string;
  readonly title: string;
  /** Whether it has a floor of its own: the floor answers the same paths. */
  readonly hasFloor?: true;
  /** Connections; default: those of the run. */
  readonly connections?: number;
  /** Factor by which it is driven longer than others. */
  readonly lasts?: number;
  /** Whether it writes; such operations are driven last. */
  readonly writes?: true;
  /** Begins a series of requests. */
  readonly begin: (ground: Ground) => Next;
  /** Checks one answer in detail. @throws Error for a wrong one */
  readonly inspect: (answer: Answer, question: Question, ground: Ground) => void;
  /** Whether the statuses of a run are right. Default: only 2xx. */
  readonly accepts?: (statuses: Statuses) => boolean;
}

/** Only 2xx, at least one. */
export function allSucceed(statuses: Statuses): boolean {
  const codes = Object.keys(statuses);
  return codes.length > 0 && codes.every((code) => code.startsWith('2'));
}

/** A value of the query of a path. */
export function withQuery(path: string, query: Readonly<Record<string, string | number | boolean>>): string {
  const members = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  return `/api/v1${path}?${new URLSearchParams(members).toString()}`;
}

export function get(path: string, query: Readonly<Record<string, string | number | boolean>>): Question {
  return { method: 'GET', path: withQuery(path, query) };
}
