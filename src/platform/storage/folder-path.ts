import { join } from 'node:path';
import type { Config } from '../config/config';

/** Where the uploaded files of a kind are. */
export function folderPath({ storageDir, dataDir }: Config, folder: string): string {
  return join(storageDir ?? join(dataDir, 'storage'), folder);
}
