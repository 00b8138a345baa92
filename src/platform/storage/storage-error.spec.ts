import { UnavailableError } from '../errors/errors';
import { storageError } from './storage-error';

const failure = (code: string) => Object.assign(new Error(`${code}: something`), { code });

describe('a folder that cannot be written to', () => {
  it.each(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EACCES', 'EPERM', 'EIO', 'ENOTDIR'])(
    '(%s) is unavailable, and its path is for the log alone',
    (code) => {
      const error = storageError(failure(code)) as UnavailableError;
      expect(error).toBeInstanceOf(UnavailableError);
      expect(error.message).toBe('Files cannot be kept at present; try again shortly');
      expect(error.cause).toMatchObject({ code });
    },
  );

  it('is not what any other error says', () => {
    const mistake = new TypeError('picture is undefined');
    expect(storageError(mistake)).toBe(mistake);
    expect(storageError(failure('EINVAL'))).toMatchObject({ code: 'EINVAL' });
  });
});
