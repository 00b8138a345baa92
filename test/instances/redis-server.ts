import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { Redis } from 'ioredis';

const BINARY = '/usr/bin/redis-server';
/** The number of attempts to connect, 20 ms apart. */
const LOOKS = 500;

/** Debian's Redis for one test, without persistence. */
export class RedisServer {
  private process: ChildProcess | undefined;

  private constructor(
    private readonly port: number,
    private readonly password: string,
  ) {}

  /** @param password percent-encoded; without one, Redis accepts every client */
  static async start(password = ''): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), password);
    await server.start();
    return server;
  }

  get url(): string {
    return `redis://${this.password === '' ? '' : `:${this.password}@`}127.0.0.1:${this.port}/0`;
  }

  /** Starts an empty Redis on the same port. */
  async start(): Promise<void> {
    const place = ['--port', String(this.port), '--bind', '127.0.0.1', '--dir', tmpdir()];
    const forgetful = ['--save', '', '--appendonly', 'no'];
    const locked = this.password === '' ? [] : ['--requirepass', decodeURIComponent(this.password)];
    this.process = spawn(BINARY, [...place, ...forgetful, ...locked], { stdio: 'ignore' });
    for (let look = 0; look < LOOKS; look++) {
      if ((await this.ask((redis) => redis.ping()).catch(() => undefined)) === 'PONG') return;
      await wait(20);
    }
    await this.stop();
    throw new Error(`${BINARY} does not answer`);
  }

  async stop(): Promise<void> {
    const { process } = this;
    this.process = undefined;
    if (process === undefined) return;
    const ended = once(process, 'exit');
    process.kill('SIGKILL');
    await ended;
  }

  /** Stops answering, but keeps the connections open. */
  freeze(): Promise<void> {
    this.process?.kill('SIGSTOP');
    return Promise.resolve();
  }

  thaw(): Promise<void> {
    this.process?.kill('SIGCONT');
    return Promise.resolve();
  }

  /** Runs a command on a separate connection. */
  async ask<T>(question: (redis: Redis) => Promise<T>): Promise<T> {
    const redis = new Redis(this.url, { lazyConnect: true, retryStrategy: null, disconnectTimeout: 100 });
    redis.on('error', () => undefined);
    try {
      await redis.connect();
      return await question(redis);
    } finally {
      redis.disconnect();
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
