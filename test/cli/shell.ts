import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Stands in for `curl`: it knows the options that the documents use, and sends requests for localhost:3000 to `TEST_SERVICE`. */
const CURL = `#!/usr/bin/env node
const words = process.argv.slice(2);
const after = (flag) => words.flatMap((word, index) => (words[index - 1] === flag ? [word] : []));
const headers = Object.fromEntries(after('-H').map((header) => header.split(': ')));
const [body] = after('-d');
const [method = body === undefined ? 'GET' : 'POST'] = after('-X');
const url = words.find((word) => word.startsWith('http'));
const { TEST_SERVICE } = process.env;
fetch(TEST_SERVICE === undefined ? url : url.replace('localhost:3000', TEST_SERVICE), { method, headers, body })
  .then((answer) => answer.text())
  .then((text) => process.stdout.write(text + '\\n'));
`;

/** Runs a shell script in which `curl` is the stand-in. @returns what it printed */
export async function runScript(script: string, environment: NodeJS.ProcessEnv): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'scheduling-shell-'));
  try {
    await writeFile(join(folder, 'curl'), CURL);
    await chmod(join(folder, 'curl'), 0o755);
    const env = { ...environment, PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}` };
    return (await run('sh', ['-e', '-c', script], { env, maxBuffer: 16 * 1024 * 1024 })).stdout;
  } finally {
    await rm(folder, { recursive: true });
  }
}
