import { createHash } from 'node:crypto';
import { type Server, type Socket, createServer } from 'node:net';
import { EmbeddedServerError, hasCode } from '../errors';
import { type OwnerState, askOwner } from './owner-probe';
import { sleep } from '../wait';

/** Below the ephemeral ranges of every system, so that no outgoing connection sits on one of them. */
const FIRST_PORT = 15_000;
const PORT_COUNT = 15_000;

/** Spare ports for the case that another program holds one. */
export function lockPorts(identity: string): number[] {
  const digest = createHash('sha256').update(identity).digest();
  const numbers = [0, 2, 4].map((offset) => FIRST_PORT + (digest.readUInt16BE(offset) % PORT_COUNT));
  return [...new Set(numbers)];
}

export type MetOwner = OwnerState & { readonly port: number };

export type KnownOwner = (port: number) => OwnerState | undefined;

/**
 * Who owns a data directory: the process that listens on its loopback ports. The system closes them with the process,
 * however it dies, so the lock is never stale; and who connects can ask the owner what it is doing.
 *
 * A claimant takes the ports in order and yields to any owner or claimant it meets on the way; ports that another
 * program holds are passed over. So of two claimants exactly one gets to the end, as long as they share one port.
 */
export class OwnerLock {
  private readonly servers: Server[] = [];
  private readonly visitors = new Set<Socket>();
  private readonly tenants = new Set<Socket>();

  private constructor(private state: OwnerState) {}

  /** The lock, or who has it. `knownOwner` tells whom we know, from elsewhere, behind a port that does not answer. */
  static async tryAcquire(state: OwnerState, knownOwner: KnownOwner): Promise<OwnerLock | MetOwner> {
    const lock = new OwnerLock({ ...state, phase: 'claiming' });
    const ports = lockPorts(state.identity);
    for (const port of ports) {
      const met = await lock.takeOrMeet(port, knownOwner);
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

  /** Whether commands that adopted our server still use it. */
  hasTenants(): boolean {
    return this.tenants.size > 0;
  }

  release(): void {
    for (const server of this.servers) server.close();
    for (const socket of this.visitors) socket.destroy();
  }

  /** Undefined: the port is ours, or another program's and of no interest. */
  private async takeOrMeet(port: number, knownOwner: KnownOwner): Promise<OwnerState | undefined> {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      if (await this.listenOn(port)) return undefined;
      const answer = await askOwner(port, this.state.identity);
      if (answer === 'stranger') return undefined;
      if (answer === 'silent') return knownOwner(port);
      if (answer !== 'nobody') return answer;
      // Its holder is just leaving.
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
    // Whoever says anything stays for as long as the connection does.
    socket.once('data', () => this.tenants.add(socket));
    socket.once('close', () => {
      this.visitors.delete(socket);
      this.tenants.delete(socket);
    });
  }
}
