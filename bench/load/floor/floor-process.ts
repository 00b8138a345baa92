import { fork } from 'node:child_process';
import { join } from 'node:path';

/** The floor, running in a process of its own. */
export interface FloorProcess {
  /** http://127.0.0.1:port */
  readonly origin: string;
  stop(): Promise<void>;
}

export async function startFloor(databaseUrl: string): Promise<FloorProcess> {
  const child = fork(join(__dirname, 'floor.js'), {
    env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: databaseUrl },
  });
  const kill = () => child.kill();
  process.once('exit', kill);
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      process.off('exit', kill);
      resolve();
    });
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => {
      resolve((message as { port: number }).port);
    });
    child.once('error', reject).once('exit', (code) => {
      reject(new Error(`The floor did not start (exit code ${String(code)})`));
    });
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: async () => {
      kill();
      await ended;
    },
  };
}
