/**
 * The receivers of the webhooks: servers that cost as little as possible, so that the machine is left to the service. Each has a
 * port, and so an origin, of its own. The last one is dead: it accepts connections and never answers.
 */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

const ANSWER = Buffer.from('HTTP/1.1 204 No Content\r\n\r\n');
const HEAD_END = Buffer.from('\r\n\r\n');
const LENGTH = Buffer.from('content-length: ');
/** How the body of an event begins; its id follows. */
const BEGIN = '{"id":';

/** What has arrived at the living receivers: the ids of the events, and when, in epoch ms. */
export interface Arrivals {
  readonly events: number[];
  readonly at: number[];
}

let arrivals: Arrivals = { events: [], at: [] };

async function main(): Promise<void> {
  const count = Number(process.argv[2]);
  const ports = await Promise.all(
    Array.from({ length: count }, (_, index) => listen(index === count - 1 ? stayDead : answer)),
  );
  process.on('message', (message) => {
    if (message === 'count') process.send?.(arrivals.events.length);
    if (message !== 'take') return;
    process.send?.(arrivals);
    arrivals = { events: [], at: [] };
  });
  process.send?.(ports);
}

async function listen(serve: (socket: Socket) => void): Promise<number> {
  const server = createServer({ noDelay: true }, (socket) => {
    serve(socket.on('error', () => undefined));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

function stayDead(socket: Socket): void {
  socket.resume();
}

function answer(socket: Socket): void {
  let unread: Buffer | undefined;
  socket.on('data', (chunk) => {
    let bytes = unread === undefined ? chunk : Buffer.concat([unread, chunk]);
    for (let length = lengthOf(bytes); length <= bytes.length; length = lengthOf(bytes)) {
      bytes = bytes.subarray(length);
      socket.write(ANSWER);
    }
    unread = bytes.length === 0 ? undefined : bytes;
  });
}

/** The length of the first request, which is noted when it is complete; infinite as long as that is not known. */
function lengthOf(bytes: Buffer): number {
  const head = bytes.indexOf(HEAD_END);
  if (head < 0) return Infinity;
  const at = bytes.indexOf(LENGTH) + LENGTH.length;
  const body = head + HEAD_END.length;
  const length = body + parseInt(bytes.toString('latin1', at, at + 10), 10);
  if (length <= bytes.length) {
    arrivals.events.push(
      parseInt(bytes.toString('latin1', body + BEGIN.length, body + BEGIN.length + 15), 10),
    );
    arrivals.at.push(performance.timeOrigin + performance.now());
  }
  return length;
}

void main();
