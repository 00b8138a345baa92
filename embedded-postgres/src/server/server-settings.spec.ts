import { bufferMb } from './server-settings';

const GB = 2 ** 30;
/** The memory limit that Node reports when there is none. */
const NO_LIMIT = 18_446_744_073_709_552_000;

describe('bufferMb', () => {
  it.each([
    ['gives a sixteenth of the memory', 8 * GB, NO_LIMIT, 512],
    ['gives a sixteenth of the memory limit of a container', 64 * GB, 4 * GB, 256],
    ['uses all memory when no limit is known', 8 * GB, 0, 512],
    ['gives at least the 128 MB of PostgreSQL’s default', GB, NO_LIMIT, 128],
    ['gives at most 1,024 MB', 256 * GB, NO_LIMIT, 1_024],
  ])('%s', (_what, memory, limit, expected) => {
    expect(bufferMb(memory, limit)).toBe(expected);
  });
});
