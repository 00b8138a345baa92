const { existsSync, statfsSync } = require('node:fs');

const IN_MEMORY = '/dev/shm';
const NEEDED_BYTES = 2 * 2 ** 30;

/**
 * Tests create some 400 databases, and on a slow disk that takes as long as the tests. So their temporary folders are in memory
 * where it has room (450 MB are used at most), unless TMPDIR names another place.
 */
exports.chooseTemporaryFolder = () => {
  if (process.env.TMPDIR === undefined && hasRoom()) process.env.TMPDIR = IN_MEMORY;
};

function hasRoom() {
  if (!existsSync(IN_MEMORY)) return false;
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  return bavail * bsize >= NEEDED_BYTES;
}
