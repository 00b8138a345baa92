import type { EntityManager } from 'typeorm';

/** What is done outside of the database, where no rollback undoes it: deletes a file, say. It does not fail. */
export type Effect = () => Promise<void>;

/** A write, as somebody asked for it: who, how and in which request. Every transaction that writes is given one. */
export interface WriteContext {
  readonly via: 'api' | 'command line' | 'worker';
  /** Who holds the key of the request; nobody on the command line and in the worker. */
  readonly userId?: number | undefined;
  readonly apiKeyId?: number | undefined;
  readonly requestId?: string | undefined;
  /** The preconditions of the request, as its headers give them (RFC 9110, section 13.1); `assertPreconditions` looks at them. */
  readonly ifMatch?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
  /** The transaction that the write becomes a part of, when it is not to have one of its own. */
  readonly transaction?: EntityManager | undefined;
  /** What is to be done once that transaction is committed. */
  readonly effects?: Effect[] | undefined;
}

/** What an operator does on the server's command line. */
export const COMMAND_LINE: WriteContext = { via: 'command line' };

/** What the service does by itself. */
export const WORKER: WriteContext = { via: 'worker' };

/** Does what must not be done for nothing: now that the write is there, or when the transaction that it joined is. */
export async function onceCommitted({ effects }: WriteContext, effect: Effect): Promise<void> {
  if (effects === undefined) await effect();
  else effects.push(effect);
}
