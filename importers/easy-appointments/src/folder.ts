import { mkdir, open, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EasyAppointmentsError } from './errors';
import { type FileName, FILES, type Page } from './line';

/** The name of the system in the addresses of the service to which links of customers lead. */
export const LINKS = 'ea';
const FORMAT = 1;

/**
 * Writes what is read as a folder that the service takes. Only its owner may read it: it is personal data. @param source the name of the
 * system @returns how many rows each list has @throws EasyAppointmentsError of a folder that is not empty, or cannot be written
 */
export async function writeFolder(
  path: string,
  source: string,
  pages: AsyncIterable<Page>,
): Promise<Readonly<Record<FileName, number>>> {
  await makeEmpty(path);
  const lists = await Promise.all(
    FILES.map(async (name) => [name, await open(join(path, `${name}.jsonl`), 'wx', 0o600)] as const),
  );
  const files = new Map(lists);
  const rows = Object.fromEntries(FILES.map((name) => [name, 0])) as Record<FileName, number>;
  try {
    for await (const { list, lines } of pages) {
      await files.get(list)?.appendFile(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
      rows[list] += lines.length;
    }
  } finally {
    await Promise.all(lists.map(([, file]) => file.close()));
  }
  // It comes last: a folder that has it is whole.
  const manifest = { format: FORMAT, source, links: LINKS, rows };
  await writeFile(join(path, 'system.json'), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
  return rows;
}

async function makeEmpty(path: string): Promise<void> {
  let found: readonly string[];
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    found = await readdir(path);
  } catch (error) {
    throw new EasyAppointmentsError(`${path} cannot be written: ${(error as Error).message}`);
  }
  if (found.length > 0) throw new EasyAppointmentsError(`${path} is not empty`);
}
