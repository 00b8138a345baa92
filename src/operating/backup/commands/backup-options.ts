import type { BackupFacts } from '../backup-folder';

const MIB = 1_048_576;
/** Of Linux. */
export const MAX_PATH = 4_096;

export function size({ files, bytes }: BackupFacts): string {
  return `${files} files, ${Math.ceil(bytes / MIB)} MiB`;
}
