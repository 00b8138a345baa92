import { types } from 'node:util';
import { UnavailableError } from '../errors/errors';

/**
 * What the operating system says of a disk that is full, read-only, not there or broken, and of a folder whose place
 * something else has taken. The operator mends it; nothing is wrong with the request, nor with the service.
 */
const OUT_OF_ORDER = new Set([
  ...['ENOSPC', 'EDQUOT', 'EFBIG'],
  ...['EROFS', 'EACCES', 'EPERM'],
  ...['EIO', 'ENODEV', 'ENXIO', 'ESTALE', 'ETIMEDOUT'],
  ...['ENOTDIR', 'EEXIST', 'ENOENT', 'ELOOP'],
  ...['EMFILE', 'ENFILE'],
]);

/** What to throw when files could not be kept: that they cannot be kept now, if that is what `error` says. */
export function storageError(error: unknown): unknown {
  if (!types.isNativeError(error) || !('code' in error) || !OUT_OF_ORDER.has(String(error.code)))
    return error;
  return new UnavailableError('Files cannot be kept at present; try again shortly', { cause: error });
}
