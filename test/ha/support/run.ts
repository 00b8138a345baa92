import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { once } from 'node:events';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../..');

/** Runs a program in the checkout. @returns its output @throws Error with its output when it fails */
export async function run(program: string, ...args: string[]): Promise<string> {
  const child = spawn(program, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  const written = [child.stdout, child.stderr].map((stream) => text(stream));
  const [code] = (await once(child, 'close')) as [number | null];
  const output = (await Promise.all(written)).join('');
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}: ${output}`);
  return output;
}
