import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { alone } from './build-lock.mjs';
import {
  DIST,
  fingerprint,
  forgetOutputs,
  hasSources,
  isComplete,
  removeLeftovers,
  ROOT,
} from './sources.mjs';

/** Holds the fingerprint of the sources that `dist/` was built from. */
const STAMP = join(DIST, '.built');
const STDERR = 2;

/**
 * Compiles the sources into `dist/`, unless that has been done since they last changed: `npm start` and `npm run cli`
 * work in a fresh checkout, and cost some milliseconds more than their program after that. Whatever the compiler says
 * goes to stderr, so that stdout is the program's own.
 * @returns the exit code of the compiler; 0 when there was nothing to do
 */
export async function buildIfNeeded({ force = false } = {}) {
  if (!hasSources() || (!force && isUpToDate())) return 0;
  // Somebody else may have built in the meantime.
  return alone(() => (!force && isUpToDate() ? 0 : build(force)));
}

function isUpToDate() {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === fingerprint() && isComplete();
}

async function build(force) {
  const compiler = findCompiler();
  if (compiler === undefined) return withoutCompiler();
  rmSync(STAMP, { force: true });
  // Taken before: what changes while the compiler runs is for the next build.
  const built = fingerprint();
  removeLeftovers();
  if (force || !isComplete()) forgetOutputs();
  process.stderr.write('Building…\n');
  const code = await run(compiler);
  if (code === 0) writeFileSync(STAMP, built);
  return code;
}

function run(compiler) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [compiler, 'build'], {
      cwd: ROOT,
      stdio: ['ignore', STDERR, STDERR],
    });
    // Who stops us stops the compiler; the lock is given back when it has ended.
    const stop = () => child.kill();
    for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, stop);
    child.once('error', reject).once('exit', (code) => {
      for (const signal of ['SIGTERM', 'SIGINT']) process.off(signal, stop);
      resolve(code ?? 1);
    });
  });
}

function findCompiler() {
  try {
    return createRequire(import.meta.url).resolve('@nestjs/cli/bin/nest.js');
  } catch {
    return undefined;
  }
}

/** An installation without development packages runs what it has. */
function withoutCompiler() {
  if (existsSync(join(DIST, 'src/main.js'))) return 0;
  process.stderr.write('There is nothing to build with: run npm ci first.\n');
  return 1;
}
