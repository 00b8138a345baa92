import { types } from 'node:util';
import { UnavailableError } from '../errors/errors';

/** Error codes for a disk that is full, read-only, missing or broken, or a path that is no folder: the operator has to mend these. */
const STORAGE_FAULTS = new Set([
  ...['ENOSPC', 'EDQUOT', 'EFBIG'],
  ...['EROFS', 'EACCES', 'EPERM'],
  ...['EIO', 'ENODEV', 'ENXIO', 'ESTALE', 'ETIMEDOUT'],
  ...['ENOTDIR', 'EEXIST', 'ENOENT', 'ELOOP'],
  ...['EMFILE', 'ENFILE'],
]);

/** The error to throw when a file could not be written: `UnavailableError` for a fault of the disk, else `error` itself. */
export function storageError(error: unknown): unknown {
  if (!types.isNativeError(error) || !('code' in error) || !STORAGE_FAULTS.has(String(error.code)))
    return error;
  return new UnavailableError('Files cannot be stored at the moment; try again shortly', { cause: error });
}
