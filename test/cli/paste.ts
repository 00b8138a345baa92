import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { run } from './run-cli';

/** A `curl` with the options that the demo prints, for machines without curl. */
const CURL = `#!/usr/bin/env node
const words = process.argv.slice(2);
const after = (flag) => words.flatMap((word, index) => (words[index - 1] === flag ? [word] : []));
const headers = Object.fromEntries(after('-H').map((header) => header.split(': ')));
const [body] = after('-d');
fetch(words.find((word) => word.startsWith('http')), { headers, ...(body && { method: 'POST', body }) })
  .then((answer) => answer.text())
  .then((text) => process.stdout.write(text));
`;

/** Runs each line in a shell, as if pasted. @returns the JSON that each line printed */
export async function paste(lines: readonly string[]): Promise<unknown[]> {
  const folder = await mkdtemp(join(tmpdir(), 'scheduling-paste-'));
  try {
    await writeFile(join(folder, 'curl'), CURL);
    await chmod(join(folder, 'curl'), 0o755);
    const PATH = `${folder}${delimiter}${process.env['PATH'] ?? ''}`;
    const answers: unknown[] = [];
    for (const line of lines) answers.push(JSON.parse((await run('sh', ['-c', line], { PATH })).stdout));
    return answers;
  } finally {
    await rm(folder, { recursive: true });
  }
}
