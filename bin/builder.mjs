import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { alone } from './build-lock.mjs';
import {
  DIST,
  folderFacts,
  forgetOutputs,
  hasSources,
  isComplete,
  isStill,
  removeLeftovers,
  ROOT,
  sourceFacts,
} from './sources.mjs';

/** Contains the facts of the sources from which `dist/` was built, and of the folders afterwards. */
const STAMP = join(DIST, '.built.json');
const STDERR = 2;

/**
 * Compiles the sources into `dist/`, unless they have not changed since the last build. `npm start` and `npm run cli` therefore
 * work in a fresh checkout, and need only some milliseconds more once it is built. The compiler writes to stderr, because
 * stdout belongs to the program.
 * @returns the exit code of the compiler; 0 when there was nothing to do
 */
export async function buildIfNeeded({ force = false } = {}) {
  if (!hasSources() || (!force && isUpToDate())) return 0;
  // Another process may have built while this one waited for the lock.
  return alone(() => (!force && isUpToDate() ? 0 : build(force)));
}

/** Each call of the command line asks this. To list the folders takes longer than to see that none has changed. */
function isUpToDate() {
  const { sources, folders } = readStamp();
  if (sources?.every(isStill) !== true) return false;
  return folders.every(isStill) || isSame(sources);
}

function readStamp() {
  try {
    return JSON.parse(readFileSync(STAMP, 'utf8'));
  } catch {
    // There is none, or another process is writing it.
    return {};
  }
}

/** Folders also change when an editor keeps a file of its own there for a while. */
function isSame(sources) {
  if (sources.join() !== sourceFacts().join() || !isComplete()) return false;
  try {
    stamp(sources);
  } catch {
    // The account that runs the service may not be allowed to write here.
  }
  return true;
}

function stamp(sources) {
  writeFileSync(STAMP, JSON.stringify({ sources, folders: folderFacts() }));
}

async function build(force) {
  const compiler = findCompiler();
  if (compiler === undefined) return withoutCompiler();
  rmSync(STAMP, { force: true });
  // Taken before compiling: a source that changes meanwhile causes another build.
  const built = sourceFacts();
  removeLeftovers();
  if (force || !isComplete()) forgetOutputs();
  const done = showProgress();
  const code = await run(compiler);
  done(code);
  if (code === 0) stamp(built);
  return code;
}

/** @returns what ends the progress; it gets the exit code of the compiler */
function showProgress() {
  const began = Date.now();
  const seconds = () => Math.round((Date.now() - began) / 1_000);
  const isTerminal = process.stderr.isTTY;
  process.stderr.write('Building: compiling the service from its sources, which can take a minute…\n');
  const show = () => process.stderr.write(isTerminal ? `\r  ${seconds()} s` : `  ${seconds()} s\n`);
  const timer = setInterval(show, isTerminal ? 1_000 : 10_000);
  return (code) => {
    clearInterval(timer);
    process.stderr.write(
      `${isTerminal ? '\r' : ''}${code === 0 ? 'Built' : 'Failed'} after ${seconds()} s.\n`,
    );
  };
}

async function run(compiler) {
  // A call of the command line that builds nothing does without.
  const { spawn } = await import('node:child_process');
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [compiler, 'build'], {
      cwd: ROOT,
      stdio: ['ignore', STDERR, STDERR],
    });
    // A signal to this process stops the compiler, too; the lock is released when the compiler has ended.
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

/** An installation without development dependencies runs the `dist/` that it has. */
function withoutCompiler() {
  if (existsSync(join(DIST, 'src/main.js'))) return 0;
  process.stderr.write('The compiler is not installed: run npm ci first.\n');
  return 1;
}
