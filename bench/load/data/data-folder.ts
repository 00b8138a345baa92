import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The file `bench.json` in a folder: the data that the folder was filled with. */
export interface Filling {
  readonly appointments: number;
  /** Day number of the Monday in the middle of the data. */
  readonly anchor: number;
  /** Undefined while the folder is being filled. */
  readonly fillSeconds?: number;
}

const MARK = 'bench.json';
/** How long a folder can be used: after that, too little of its future is left. */
const KEEPS_DAYS = 21;

/**
 * Makes a folder ready for use. A half-filled or outdated folder is emptied; a folder of other files is not touched.
 * @returns what the folder was filled with; undefined when it is empty
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
