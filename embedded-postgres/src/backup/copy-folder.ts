import { createWriteStream, type Dirent } from 'node:fs';
import { type FileHandle, mkdir, open, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** At a time; each costs a wait for the disk. */
const FILES_AT_ONCE = 8;
const CHUNK = 1_048_576;

export interface Copied {
  readonly files: number;
  readonly bytes: number;
}

/**
 * Copies a folder that others may write to meanwhile: what is gone by the time it is read is left out. The copies are for
 * their owner's eyes alone, and on the disk when this ends; their names are, once `syncFolders` has seen to that. Only files
 * and folders: links and the like are an error.
 * @param skip whether to leave a file or folder out; gets its path within `from`, too
 */
export async function copyFolder(
  from: string,
  to: string,
  skip: (entry: Dirent, path: string) => boolean = () => false,
): Promise<Copied> {
  const files: [from: string, to: string][] = [];
  await findFiles(from, to, (entry, path) => skip(entry, relative(from, path)), files);
  let [copied, bytes] = [0, 0];
  const copyNext = async (): Promise<void> => {
    for (let next = files.pop(); next !== undefined; next = files.pop()) {
      const size = await copyFile(...next);
      if (size === undefined) continue;
      copied += 1;
      bytes += size;
    }
  };
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, copyNext));
  return { files: copied, bytes };
}

/**
 * Not by `fs.copyFile`, which takes the size first and never ends when the file gets shorter.
 * @returns the size of the copy in bytes; undefined when there is no such file any more
 */
export async function copyFile(from: string, to: string): Promise<number | undefined> {
  const source = await openIfThere(from);
  if (source === undefined) return undefined;
  const target = createWriteStream(to, { mode: 0o600, flags: 'wx', flush: true, highWaterMark: CHUNK });
  await pipeline(source.createReadStream({ highWaterMark: CHUNK }), target);
  return target.bytesWritten;
}

/** Makes the names in a folder last through a crash of the machine. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

/** The same for the folder and all below it. */
export async function syncFolders(folder: string): Promise<void> {
  for (const entry of await entriesOf(folder)) {
    if (entry.isDirectory()) await syncFolders(join(folder, entry.name));
  }
  await syncFolder(folder);
}

/** Makes the folders, and finds what to copy into them. */
async function findFiles(
  from: string,
  to: string,
  skip: (entry: Dirent, path: string) => boolean,
  files: [from: string, to: string][],
): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await entriesOf(from)) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (skip(entry, source)) continue;
    if (entry.isDirectory()) await findFiles(source, target, skip, files);
    else if (entry.isFile()) files.push([source, target]);
    else throw new Error(`${source} is neither a file nor a folder: it cannot be copied`);
  }
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch(orIfGone([]));
}

async function openIfThere(file: string): Promise<FileHandle | undefined> {
  return open(file, 'r').catch(orIfGone(undefined));
}

/** What to make of an error: what is gone is none. */
function orIfGone<T>(instead: T): (error: unknown) => T {
  return (error) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return instead;
    throw error;
  };
}
