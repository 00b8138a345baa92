import type { Profiler } from 'node:inspector';
import { sharesOf } from './causes';

const node = (id: number, functionName: string, url = '', children: number[] = []): Profiler.ProfileNode => ({
  ...{ id, children },
  callFrame: { functionName, url, scriptId: '0', lineNumber: 0, columnNumber: 0 },
});

const PG = '/x/node_modules/pg/lib/client.js';
const SERVICE = '/x/dist/src/people/auth/authenticator.js';
const LOG = '/x/node_modules/sonic-boom/index.js';

const NODES = [
  node(1, '(root)', '', [2, 3, 4, 8, 10]),
  node(2, '(idle)'),
  node(3, '(garbage collector)'),
  node(4, 'identify', SERVICE, [5, 6]),
  node(5, 'update', 'node:internal/crypto/hash'),
  node(6, 'query', PG, [7]),
  node(7, 'writev'),
  node(8, 'actualWrite', LOG, [9]),
  node(9, 'writeString'),
  node(10, 'onread', 'node:internal/stream_base_commons'),
];

/** @param samples pairs of a node and its time in µs */
function shares(...samples: readonly (readonly [node: number, us: number])[]): Record<string, number> {
  const found = sharesOf({
    ...{ nodes: NODES, startTime: 0, endTime: 1_000 },
    samples: samples.map(([id]) => id),
    timeDeltas: samples.map(([, us]) => us),
  });
  return Object.fromEntries([...found].filter(([, share]) => share > 0));
}

describe('The causes of processor time', () => {
  it('divide the time that was not idle', () => {
    expect(shares([2, 700], [3, 100], [4, 300])).toEqual({
      'Garbage collection': 0.25,
      'Keys and roles': 0.75,
    });
  });

  it('count code of Node for what calls it, and for Node without a caller', () => {
    expect(shares([5, 100], [10, 300])).toEqual({
      'Keys and roles': 0.25,
      'Node: HTTP, streams, timers': 0.75,
    });
  });

  it('count a package that the service calls for itself', () => {
    expect(shares([6, 10])).toEqual({ 'pg: messages, rows': 1 });
  });

  it('leave out writes to sockets and to the log', () => {
    expect(shares([6, 10], [7, 100], [8, 10], [9, 300])).toEqual({ 'pg: messages, rows': 0.5, Log: 0.5 });
  });
});
