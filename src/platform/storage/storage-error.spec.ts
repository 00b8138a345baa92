import { UnavailableError } from '../errors/errors';
import { storageError } from './storage-error';

const failure = (code: string) => Object.assign(new Error(`${code}: something`), { code });

describe('storageError', () => {
  it.each(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EACCES', 'EPERM', 'EIO', 'ENOTDIR'])(
    'turns %s into an UnavailableError that names the failure only in its cause',
    (code) => {
      const error = storageError(failure(code)) as UnavailableError;
      expect(error).toBeInstanceOf(UnavailableError);
      expect(error.message).toBe('Files cannot be stored at the moment; try again shortly');
      expect(error.cause).toMatchObject({ code });
    },
  );

  it('returns any other error unchanged', () => {
    const mistake = new TypeError('picture is undefined');
    expect(storageError(mistake)).toBe(mistake);
    expect(storageError(failure('EINVAL'))).toMatchObject({ code: 'EINVAL' });
  });
});
