import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import type { Machine } from './machine';

const PORT = 5432;
const INTERVAL_MS = 200;
const GIVE_UP_MS = 60_000;

/** Passes each connection of a test to the primary of that moment, so that a test needs one URL only. */
export class PrimaryProxy {
  private constructor(
    private readonly server: Server,
    private readonly machines: readonly Machine[],
  ) {}

  static async to(machines: readonly Machine[]): Promise<PrimaryProxy> {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      void proxy.pass(socket);
    }).listen(0, '127.0.0.1');
    const proxy = new PrimaryProxy(server, machines);
    await once(server, 'listening');
    return proxy;
  }

  get databaseUrl(): string {
    const { port } = this.server.address() as AddressInfo;
    return `postgres://postgres:local@127.0.0.1:${port}/scheduling`;
  }

  async close(): Promise<void> {
    this.server.close();
    await once(this.server, 'close');
  }

  private async pass(socket: Socket): Promise<void> {
    const { address } = await primaryOf(this.machines);
    const server = connect(PORT, address);
    server.on('error', () => socket.destroy());
    server.on('close', () => socket.destroy());
    socket.on('close', () => server.destroy());
    socket.pipe(server);
    server.pipe(socket);
  }
}

/** Waits until one of the machines is the primary. @throws Error when there is none in time */
export async function primaryOf(machines: readonly Machine[]): Promise<Machine> {
  const deadline = performance.now() + GIVE_UP_MS;
  while (performance.now() < deadline) {
    const answers = await Promise.all(machines.map((machine) => machine.isPrimary()));
    const primary = machines[answers.indexOf(true)];
    if (primary !== undefined) return primary;
    await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
  }
  throw new Error('there is no primary');
}
