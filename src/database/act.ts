import type { EntityManager } from 'typeorm';

/** A write, as somebody asked for it: who, how and in which request. Every transaction that writes is given one. */
export interface Act {
  readonly via: 'api' | 'command line' | 'worker';
  /** Who holds the key of the request; nobody on the command line and in the worker. */
  readonly userId?: number | undefined;
  readonly apiKeyId?: number | undefined;
  readonly requestId?: string | undefined;
  /** The transaction that the write becomes a part of, when it is not to have one of its own. */
  readonly transaction?: EntityManager | undefined;
}

/** What an operator does on the server's command line. */
export const COMMAND_LINE: Act = { via: 'command line' };

/** What the service does by itself. */
export const WORKER: Act = { via: 'worker' };
