import { types } from 'node:util';
import { UnavailableError } from '../errors/errors';

/**
 * Codes of the operating system for a disk that is full, read-only, missing or broken, and for a path where something other
 * than a folder is. The operator has to mend it; neither the request nor the service is at fault.
 */
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
