import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { WORKER } from '../places';
import { serviceEnvironment } from './environment';

/** A worker of its own, as `npm run worker` runs it, while a service with WORKER=off runs. */
export interface WorkerProcess {
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts a worker on the data folder of a running service. It needs a moment until it works. */
export function startWorker(folder: string, settings: Readonly<Record<string, string>>): WorkerProcess {
  const log = openSync(join(folder, 'worker.log'), 'w');
  const child = spawn(process.execPath, [WORKER], {
    cwd: folder,
    env: { ...serviceEnvironment(join(folder, 'data'), 0), ...settings },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const kill = () => child.kill('SIGTERM');
  process.once('exit', kill);
  return {
    pid: child.pid ?? 0,
    stop: async () => {
      process.off('exit', kill);
      if (child.exitCode !== null) return;
      kill();
      await once(child, 'exit');
    },
  };
}
