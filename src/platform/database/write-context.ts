import type { EntityManager } from 'typeorm';
import type { Via } from '../vias';
import type { Hidden, Reach } from '../restrictions';

/** Work outside the database that a rollback cannot undo, such as deleting a file. It must not fail. */
export type Effect = () => Promise<void>;

/** A customer of whom an answer tells something. */
export interface Subject {
  readonly customerId: number;
}

/** `zone_rules`: new rules of clocks have moved what keeps its wall clock. */
export type WriteReason = 'zone_rules';

/** Who writes, from which entry point and in which request. Every transaction that writes gets one. */
export interface WriteContext {
  readonly via: Exclude<Via, 'database'>;
  /** The user of the request's API key or token; undefined on the command line and in the worker. */
  readonly userId?: number | undefined;
  readonly apiKeyId?: number | undefined;
  /** The `jti` of the request's token. */
  readonly tokenId?: string | null | undefined;
  /** The id of the first of the keys that took each other's place: their holds are of that one. */
  readonly keyOriginId?: number | undefined;
  /** What a narrowed key sees and changes; undefined: everything. */
  readonly reach?: Reach | undefined;
  /** Tells the visitors apart who use one browser key; undefined with another key. */
  readonly visitor?: string | undefined;
  /** Whether the customer writes, by a link, with a key of any kind or without. */
  readonly byLink?: true | undefined;
  readonly requestId?: string | undefined;
  /** Why the service itself changes something: the audit trail and the events say so. */
  readonly reason?: WriteReason | undefined;
  /** The precondition headers of the request (RFC 9110, section 13.1), for `assertPreconditions`. */
  readonly ifMatch?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
  /** What the API key of the request hides: a write leaves it as it is, and preconditions compare what the key sees. */
  readonly hides?: readonly Hidden[] | undefined;
  /** Whether the key sees the links of customers, for preconditions. */
  readonly seesLinks?: boolean | undefined;
  /** The transaction that the write joins; undefined when it opens its own. */
  readonly transaction?: EntityManager | undefined;
  /** Collects the effects that run once that transaction is committed. */
  readonly effects?: Effect[] | undefined;
  /** Collects the customers of whom the answer tells something without their id: an erasure then finds the stored answer. */
  readonly subjects?: Subject[] | undefined;
  /** Whether the client has closed its connection. A long search for its answer stops then; the write itself does not. */
  readonly isGone?: (() => boolean) | undefined;
}

/** A write by an operator on the server's command line. */
export const COMMAND_LINE: WriteContext = { via: 'command line' };

/** A write by the service itself. */
export const WORKER: WriteContext = { via: 'worker' };

/** Runs `effect` after the commit: at once, or when the joined transaction is committed. */
export async function onceCommitted({ effects }: WriteContext, effect: Effect): Promise<void> {
  if (effects === undefined) await effect();
  else effects.push(effect);
}

/**
 * What triggers read of the write of a transaction, as JSON: what the audit trail records with every change, and whether a narrowed key, a
 * visitor of a page or a customer by a link writes.
 * @param now epoch ms
 */
export function textForTriggers(context: WriteContext, now: number): string {
  const { via, userId, apiKeyId, tokenId, requestId, reason, reach, visitor, byLink } = context;
  const who = { via, userId, apiKeyId, tokenId, reach: reach && true, visitor: visitor && true, byLink };
  return JSON.stringify({ ...who, requestId, reason, at: new Date(now) });
}
