/**
 * Loaded into the measured service before its own code (NODE_OPTIONS): the longest time between two turns of its event loop, since it was
 * last asked. It is the lesser of the wall, which grows while other processes have the processor, and of the processor time of the process,
 * to which threads add that collect garbage beside the loop.
 */
import { createServer } from 'node:net';

const EVERY_MS = 1;

let longestMs = 0;
let before = process.cpuUsage();
let since = performance.now();

setInterval(() => {
  const { user, system } = process.cpuUsage(before);
  longestMs = Math.max(longestMs, Math.min((user + system) / 1_000, performance.now() - since));
  before = process.cpuUsage();
  since = performance.now();
}, EVERY_MS).unref();

/** Processes that the service starts load this, too: the first has the socket. */
createServer((socket) => {
  socket.on('error', () => undefined).end(String(longestMs));
  longestMs = 0;
})
  .on('error', () => undefined)
  .listen(process.env['BENCH_TURNS_SOCKET'])
  .unref();
