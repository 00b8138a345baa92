import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const PYTHON = '/usr/bin/python3';

/** When each calendar is busy, as [start, end] in epoch seconds, by the independent reader: one process reads all. */
export function readIndependently(tasks: readonly object[]): unknown[] {
  const script = join(__dirname, 'busy_minutes.py');
  const input = tasks.map((task) => `${JSON.stringify(task)}\n`).join('');
  const { stdout, stderr, status } = spawnSync(PYTHON, [script], {
    input,
    encoding: 'utf8',
    maxBuffer: 512 * 1_024 * 1_024,
  });
  if (status !== 0) throw new Error(stderr);
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
}
