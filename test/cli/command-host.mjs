/**
 * Runs commands of the built command line, one after another, in one process. `CommandHost` starts it and sends each command as
 * an IPC message `{ environment, args }`; the answer is `{ code, stdout, stderr }`.
 */
import { createRequire } from 'node:module';

const { runCommandLine } = createRequire(import.meta.url)('../../dist/src/process/run-command-line.js');

process.on('message', async ({ environment, args }) => {
  process.send(await run(environment, args));
});

async function run(environment, args) {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, environment);
  process.argv = [process.execPath, 'cli', ...args];
  process.exitCode = undefined;
  // Each run adds a listener of its own.
  process.stdout.removeAllListeners('error');
  const written = { stdout: '', stderr: '' };
  const restored = ['stdout', 'stderr'].map((name) => {
    const { write } = process[name];
    process[name].write = (text, taken) => ((written[name] += text), taken?.(), true);
    return () => (process[name].write = write);
  });
  try {
    await runCommandLine();
    return { code: process.exitCode ?? 0, ...written };
  } finally {
    for (const restore of restored) restore();
    process.exitCode = undefined;
  }
}
