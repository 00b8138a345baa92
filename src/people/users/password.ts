import { randomBytes, scrypt, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';
import { ConcurrencyLimit } from '../../platform/async/concurrency-limit';

/** 2^15 rounds over 32 MiB, three times: about a quarter of a second of one core (OWASP, Password Storage). */
const LOG_ROUNDS = 15;
const BLOCKS = 8;
const TIMES = 3;
const COST: ScryptOptions = { N: 2 ** LOG_ROUNDS, r: BLOCKS, p: TIMES, maxmem: 64 * 1_024 * 1_024 };

const SALT_BYTES = 16;
const HASH_BYTES = 32;

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** A hash occupies one of the four threads that also serve files and host names. */
const hashing = new ConcurrencyLimit({
  running: 1,
  waiting: 8,
  patienceMs: 5_000,
  refusal: 'Too many passwords are being set; try again shortly',
});

/** The stored form of a password: `$scrypt$ln=15,r=8,p=3$salt$hash`, Base64 without padding. @throws UnavailableError when too many wait */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await hashing.run(() => derive(password, salt, HASH_BYTES, COST));
  return `$scrypt$ln=${LOG_ROUNDS},r=${BLOCKS},p=${TIMES}$${base64(salt)}$${base64(hash)}`;
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
