import { hashPassword } from './password';

it('Each hash of a password has a salt of its own, of 16 bytes', async () => {
  const hashes = [await hashPassword('correct horse'), await hashPassword('correct horse')];
  const salts = hashes.map((hash) => hash.split('$')[3] ?? '');
  expect(new Set(salts).size).toBe(2);
  expect(salts.map((salt) => Buffer.from(salt, 'base64').length)).toEqual([16, 16]);
});
