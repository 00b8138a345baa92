import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { Config } from '../config/config';
import { Database } from '../database/database';
import { WORKER } from '../database/write-context';
import { HOUR_MS } from '../time/units';
import { DELETION_LOCK } from './deletion-lock';
import { folderPath } from './folder-path';
import { storageError } from './storage-error';

/** Shared by deletions; refused while a backup runs. */
const TRY_LOCK = {
  name: 'storage.try-deletion-lock',
  text: `select pg_try_advisory_xact_lock_shared(${DELETION_LOCK}) as "isLocked"`,
};
/** How often, and for how long, a deletion is tried while a backup runs, in ms. */
const RETRY = { every: 1_000, within: 6 * HOUR_MS };

/** Keeps uploaded files. The service chooses folders and names, never a caller. */
@Injectable()
export class FileStorage {
  private readonly logger = new Logger(FileStorage.name);

  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
  ) {}

  /**
   * Writes a new file. It appears under its name only once it is complete, also after a crash.
   * @param name a new one: files never change under their names @throws UnavailableError when the disk is full, read-only or away
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

  /**
   * Deletes a file that no row names any more. While a backup runs, the deletion is put off until the backup has ended: its
   * database may still name the file. A process that ends before then leaves the file behind. Never throws.
   */
  async remove(folder: string, name: string): Promise<void> {
    if (!(await this.tryRemove(folder, name))) void this.removeLater(folder, name);
  }

  private async removeLater(folder: string, name: string): Promise<void> {
    for (let waited = 0; waited < RETRY.within; waited += RETRY.every) {
      await wait(RETRY.every, undefined, { ref: false });
      if (await this.tryRemove(folder, name)) return;
    }
  }

  /** @returns false while a backup runs */
  private async tryRemove(folder: string, name: string): Promise<boolean> {
    try {
      return await this.database.transaction(WORKER, async (tx) => {
        const [lock] = await this.database.rows<{ isLocked: boolean }>(TRY_LOCK, [], tx);
        if (lock?.isLocked !== true) return false;
        await rm(join(folderPath(this.config, folder), name), { force: true });
        return true;
      });
    } catch (error) {
      this.logger.warn({ err: error }, `The file ${folder}/${name} could not be deleted`);
      return true;
    }
  }
}
