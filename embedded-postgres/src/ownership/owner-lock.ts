import { createHash } from 'node:crypto';
import { type Server, type Socket, createServer } from 'node:net';
import { EmbeddedServerError, hasCode } from '../errors';
import { type OwnerState, askOwner } from './owner-probe';
import { sleep } from '../wait';

/** Below the ephemeral port ranges of every system, so that no outgoing connection occupies one of them. */
const FIRST_PORT = 15_000;
const PORT_COUNT = 15_000;

/** The ports that lock a directory. Three, because another program may hold one or two of them. */
export function lockPorts(identity: string): number[] {
  const digest = createHash('sha256').update(identity).digest();
  const numbers = [0, 2, 4].map((offset) => FIRST_PORT + (digest.readUInt16BE(offset) % PORT_COUNT));
  return [...new Set(numbers)];
}

export type FoundOwner = OwnerState & { readonly port: number };

export type KnownOwner = (port: number) => OwnerState | undefined;

/**
 * The lock of a data directory: its owner is the process that listens on the directory's loopback ports. The operating system
 * closes them when the process ends, however it ends, so the lock is never stale. Other processes connect to ask the owner
 * for its phase.
 *
 * A process takes the ports in order. It gives up when it finds an owner, or another process that is taking them; it skips
 * ports that other programs hold. So of two processes exactly one succeeds, as long as both can use one common port.
 */
export class OwnerLock {
  private readonly servers: Server[] = [];
  private readonly visitors = new Set<Socket>();
  private readonly tenants = new Set<Socket>();

  private constructor(private state: OwnerState) {}

  /**
   * Takes the lock, or returns its owner.
   * @param knownOwner names the owner behind a port that accepts but does not answer
   */
  static async tryAcquire(state: OwnerState, knownOwner: KnownOwner): Promise<OwnerLock | FoundOwner> {
    const lock = new OwnerLock({ ...state, phase: 'claiming' });
    const ports = lockPorts(state.identity);
    for (const port of ports) {
      const met = await lock.takeOrFind(port, knownOwner);
      if (met === undefined) continue;
      lock.release();
      return { ...met, port };
    }
    if (lock.servers.length === 0) {
      throw new EmbeddedServerError(
        `Other programs hold all the ports that this data directory is locked by (${ports.join(', ')}).`,
      );
    }
    lock.state = state;
    return lock;
  }

  announce(phase: OwnerState['phase']): void {
    this.state = { ...this.state, phase };
  }

  /** Whether commands that joined our server still use it. */
  hasTenants(): boolean {
    return this.tenants.size > 0;
  }

  release(): void {
    for (const server of this.servers) server.close();
    for (const socket of this.visitors) socket.destroy();
  }

  /** @returns the owner found on the port; undefined when the port is ours now, or another program holds it */
  private async takeOrFind(port: number, knownOwner: KnownOwner): Promise<OwnerState | undefined> {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      if (await this.listenOn(port)) return undefined;
      const answer = await askOwner(port, this.state.identity);
      if (answer === 'other-program') return undefined;
      if (answer === 'silent') return knownOwner(port);
      if (answer !== 'closed') return answer;
      // The former holder has just closed it.
      await sleep(20);
    }
    return undefined;
  }

  private async listenOn(port: number): Promise<boolean> {
    const server = createServer((socket) => {
      this.receive(socket);
    });
    try {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject).listen({ host: '127.0.0.1', port, exclusive: true }, resolve);
      });
    } catch (error) {
      if (hasCode(error, 'EADDRINUSE', 'EACCES')) return false;
      throw error;
    }
    this.servers.push(server.unref());
    return true;
  }

  private receive(socket: Socket): void {
    this.visitors.add(socket.unref());
    socket.write(`${JSON.stringify(this.state)}\n`);
    socket.on('error', () => undefined);
    // A client that writes anything uses our server until it disconnects.
    socket.once('data', () => this.tenants.add(socket));
    socket.once('close', () => {
      this.visitors.delete(socket);
      this.tenants.delete(socket);
    });
  }
}
