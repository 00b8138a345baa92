import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { DIST } from './sources.mjs';

const LOCK = join(DIST, '.building');
/** No build takes this long. A lock that is older belongs to a dead process, whose id another process has got. */
const TOO_LONG_MS = 300_000;

/** Runs `work` while no other process builds into the same folder. The lock of a killed builder is ignored. */
export async function alone(work) {
  mkdirSync(DIST, { recursive: true });
  while (!take()) {
    if (isAbandoned()) rmSync(LOCK, { force: true });
    else await wait(100);
  }
  try {
    return await work();
  } finally {
    rmSync(LOCK, { force: true });
  }
}

function take() {
  try {
    writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function isAbandoned() {
  try {
    const pid = Number(readFileSync(LOCK, 'utf8'));
    const age = Date.now() - statSync(LOCK).mtimeMs;
    // A lock without an id is being written at this moment.
    if (pid === 0) return age > 2_000;
    return age > TOO_LONG_MS || !isRunning(pid);
  } catch {
    // Another process has removed it.
    return false;
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
