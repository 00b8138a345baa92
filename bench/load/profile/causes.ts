import type { Profiler } from 'node:inspector';

/** What a function is called with, and where it is written. */
type Frame = Profiler.ProfileNode['callFrame'];

const COLLECTION = 'Garbage collection';
const CLIENT = 'pg: messages, rows';
const NODE = 'Node: HTTP, streams, timers';
const ENGINE = 'V8 itself';

/** Where code is, and why it runs; the first that matches counts. Paths are those of the built service. */
const PLACES: readonly (readonly [part: RegExp, cause: string])[] = [
  [/\/node_modules\/(pg|pg-[a-z]+|postgres-[a-z]+)\//, CLIENT],
  [/\/node_modules\/(class-validator|class-transformer|@nestjs\/common\/pipes)\//, 'Validation'],
  [/\/dist\/src\/platform\/http\/(validation|ignored|parameters)\//, 'Validation'],
  [/\/node_modules\/(pino|sonic-boom|pino-[a-z-]+)\//, 'Log'],
  [/\/dist\/src\/platform\/(logging|http\/server\/log-requests)\./, 'Log'],
  [/\/node_modules\/(@nestjs\/throttler|prom-client)\//, 'Rate limit and metrics'],
  [/\/dist\/src\/(platform\/http\/limits|operating\/metrics)\//, 'Rate limit and metrics'],
  [/\/dist\/src\/people\/(auth|api-keys)\//, 'Keys and roles'],
  [/\/dist\/src\/platform\/http\/(envelope|conditional)\//, 'Answers: JSON, tags, headers'],
  [/\/dist\/src\/platform\/time\//, 'Dates and zones'],
  [/\/dist\/src\/booking\/availability\//, 'Availability'],
  [/\/dist\/src\/platform\/database\//, 'Statements and connections'],
  [/\/dist\/src\/platform\/http\//, 'Middleware of the service'],
  [/\/dist\/src\//, 'Rules and answers of the resources'],
  [/\/node_modules\//, 'Nest, Express, other packages'],
];

/** All causes, in the order in which tables show them. */
export const CAUSES: readonly string[] = [
  ...new Set([NODE, COLLECTION, ...PLACES.map(([, cause]) => cause), ENGINE]),
];

/** Native functions that write to sockets and to the log. */
const WRITES = /^(writev|writeBuffer|write[A-Za-z0-9]*String)$/;

/**
 * How the time of a profile divides into causes. Code of V8 and of Node runs for the package or the folder that called it; without
 * one, for Node. Left out is the time in which nothing ran, and that of writes: it is the kernel's, and holds the waiting for a
 * processor that what they wake up has taken.
 * @returns the share of each cause in the rest, 0 to 1
 */
export function sharesOf({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Map<string, number> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const causes = new Map<number, string | undefined>();
  const causeOf = (id: number): string | undefined => {
    if (!causes.has(id)) causes.set(id, causeOfStack(stackOf(id, byId, parents)));
    return causes.get(id);
  };
  const times = new Map<string, number>();
  samples.forEach((id, index) => {
    const cause = causeOf(id);
    if (cause !== undefined) times.set(cause, (times.get(cause) ?? 0) + (timeDeltas[index] ?? 0));
  });
  const ran = [...times.values()].reduce((sum, time) => sum + time, 0);
  return new Map(CAUSES.map((cause) => [cause, (times.get(cause) ?? 0) / ran]));
}

/** The functions that were running, the innermost first. */
function stackOf(
  id: number,
  byId: ReadonlyMap<number, Profiler.ProfileNode>,
  parents: ReadonlyMap<number, number>,
): readonly Frame[] {
  const stack: Frame[] = [];
  for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
    const frame = byId.get(at)?.callFrame;
    if (frame !== undefined) stack.push(frame);
  }
  return stack;
}

/** @returns undefined for what is left out */
function causeOfStack(stack: readonly Frame[]): string | undefined {
  const { functionName: name = '', url } = stack[0] ?? {};
  if (name === '(idle)' || (url === '' && WRITES.test(name))) return undefined;
  if (name === '(garbage collector)') return COLLECTION;
  if (name === '(program)' || name === '(root)') return ENGINE;
  return stack.map((frame) => placeOf(frame.url)).find((cause) => cause !== undefined) ?? NODE;
}

function placeOf(url: string): string | undefined {
  return PLACES.find(([part]) => part.test(url))?.[1];
}
