import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { Config } from '../config/config';
import { storageError } from './storage-error';

/** Where a folder of stored files is on this machine. */
export function folderPath({ storageDir, dataDir }: Config, folder: string): string {
  return join(storageDir ?? join(dataDir, 'storage'), folder);
}

/** Keeps uploaded files. Folders and names are ours, never a caller's. */
@Injectable()
export class FileStorage {
  constructor(@Inject(Config) private readonly config: Config) {}

  /**
   * Writes a new file. It is there whole or not at all, also after a crash.
   * @param name no other file has had it
   * @throws UnavailableError when the disk is full, read-only or away
   */
  async write(folder: string, name: string, content: Buffer): Promise<void> {
    const path = folderPath(this.config, folder);
    const unfinished = join(path, `.${name}`);
    try {
      await mkdir(path, { recursive: true });
      await writeFile(unfinished, content, { flag: 'wx', flush: true });
      await rename(unfinished, join(path, name));
    } catch (error) {
      await rm(unfinished, { force: true }).catch(() => undefined);
      throw storageError(error);
    }
  }

  /** One that is gone already is fine. */
  async remove(folder: string, name: string): Promise<void> {
    await rm(join(folderPath(this.config, folder), name), { force: true });
  }
}
