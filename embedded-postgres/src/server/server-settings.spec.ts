import { bufferMb } from './server-settings';

const GB = 2 ** 30;
/** What Node says where there is no limit. */
const NO_LIMIT = 18_446_744_073_709_552_000;

describe('the memory for pages of tables', () => {
  it.each([
    ['a sixteenth of the memory', 8 * GB, NO_LIMIT, 512],
    ['a sixteenth of what a container may use', 64 * GB, 4 * GB, 256],
    ['of all memory where no limit is known', 8 * GB, 0, 512],
    ['no less than PostgreSQL takes by itself', GB, NO_LIMIT, 128],
    ['no more than is of use', 256 * GB, NO_LIMIT, 1_024],
  ])('is %s', (_what, memory, limit, expected) => {
    expect(bufferMb(memory, limit)).toBe(expected);
  });
});
