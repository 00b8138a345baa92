import type { Random } from '../random';

export interface Question {
  readonly method: 'GET' | 'POST';
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

/** What the questions are made up from. */
export interface Ground {
  /** Appointments that the database was filled with. */
  readonly size: number;
  /** Day number of today. */
  readonly today: number;
  readonly dice: Random;
}

/** Something that a client asks for, again and again, never twice the same. */
export interface Operation {
  /** For `--only`, and in JSON. */
  readonly name: string;
  readonly title: string;
  /** Has a floor of its own: the bare server answers the same paths. */
  readonly hasFloor?: true;
  /** Default: that of the run. */
  readonly connections?: number;
  /** How much longer than others it is driven. */
  readonly lasts?: number;
  /** Writes; driven after all that only reads. */
  readonly writes?: true;
  /** Begins a run of questions. */
  readonly begin: (ground: Ground) => Next;
  /** Looks closely at one answer; throws when it is not what was asked for. */
  readonly inspect: (answer: Answer, question: Question, ground: Ground) => void;
  /** Whether the statuses of a run are right. Default: nothing but 2xx. */
  readonly accepts?: (statuses: Statuses) => boolean;
}

/** Only 2xx, at least one. */
export function allSucceed(statuses: Statuses): boolean {
  const codes = Object.keys(statuses);
  return codes.length > 0 && codes.every((code) => code.startsWith('2'));
}

/** As a member of a path's query. */
export function withQuery(path: string, query: Readonly<Record<string, string | number | boolean>>): string {
  const members = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  return `/api/v1${path}?${new URLSearchParams(members).toString()}`;
}

export function get(path: string, query: Readonly<Record<string, string | number | boolean>>): Question {
  return { method: 'GET', path: withQuery(path, query) };
}
