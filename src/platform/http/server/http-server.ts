import { createServer, type RequestListener, type Server } from 'node:http';
import { cutSlowReaders, type SlowReaderWatch } from './cut-slow-readers';
import type { MessageClasses } from './express-messages';
import { discardInTurns } from './read-in-turns';
import { refuseUnreadable } from './refuse-unreadable';

/** Bounds for slow clients, in ms. */
export const SERVER_OPTIONS = {
  /** How long a client may take to send its headers, and its whole request. */
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  /** Longer than the 60 s of nginx and other proxies, which otherwise send requests into a closing connection. Node's default is 5 s. */
  keepAliveTimeout: 75_000,
  /** How often Node looks for clients that are too slow: a client lives at most so much longer. Node's default is 30 s. */
  connectionsCheckingInterval: 2_000,
  /** `requireHost` refuses such requests with an envelope; Node sends an empty 400. */
  requireHostHeader: false,
} as const;

/** The server of the HTTP service, with a bound for every way in which a client can be slow. */
export function createHttpServer(listener: RequestListener, messages: MessageClasses): Server {
  const server = createServer({ ...SERVER_OPTIONS, ...messages }, listener);
  server.prependListener('request', discardInTurns);
  refuseUnreadable(server);
  closeWhenIdle(server, cutSlowReaders(server));
  return server;
}

/** How often a server that closes looks for connections that have become idle, in ms. */
const IDLE_LOOK_MS = 50;

/**
 * Lets a server that closes end each connection when its request is read and its answer is sent. Node by itself ends only the connections
 * that are idle when it begins to close: one that is idle later stays for `keepAliveTimeout`. It also cuts an answer that waits for its reader.
 */
function closeWhenIdle(server: Server, watch: SlowReaderWatch): void {
  const closeIdle = server.closeIdleConnections.bind(server);
  const look = (): void => {
    if (!watch.hasUnread()) closeIdle();
  };
  // Node calls it as it begins to close.
  server.closeIdleConnections = () => {
    look();
    const timer = setInterval(look, IDLE_LOOK_MS).unref();
    server.once('close', () => {
      clearInterval(timer);
    });
  };
}
