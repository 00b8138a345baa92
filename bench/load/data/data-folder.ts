import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What a folder of the benchmark was filled with: the file `bench.json` in it. */
export interface Filling {
  readonly appointments: number;
  /** Day number of the Monday that the data lie around. */
  readonly anchor: number;
  /** Undefined while it is being filled. */
  readonly fillSeconds?: number;
}

const MARK = 'bench.json';
/** For so long the coming weeks of the data are still to come, mostly. */
const KEEPS_DAYS = 21;

/**
 * Makes a folder ready: what it was filled with, or undefined when it is empty now and to be filled. What is half filled or
 * out of date is removed; what is not ours is not touched.
 */
export async function prepareFolder(
  folder: string,
  appointments: number,
  today: number,
): Promise<Filling | undefined> {
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length === 0) return undefined;
  const mark = join(folder, MARK);
  if (!existsSync(mark)) throw new Error(`${folder} is not empty, and was not filled by this benchmark`);
  const filling = JSON.parse(await readFile(mark, 'utf8')) as Filling;
  const isCurrent = today - filling.anchor < KEEPS_DAYS && filling.appointments === appointments;
  if (filling.fillSeconds !== undefined && isCurrent) return filling;
  await rm(folder, { recursive: true });
  await mkdir(folder);
  return undefined;
}

export async function markFolder(folder: string, filling: Filling): Promise<void> {
  await writeFile(join(folder, MARK), `${JSON.stringify(filling)}\n`);
}
