const ORIENTATION = 0x0112;
const SHORT = 3;
const ENTRY_BYTES = 12;

/**
 * The orientation that EXIF data gives, 1 to 8; undefined without one. The decoder is never given EXIF data of an upload: entries
 * of a few bytes can all refer to the same large value, and the decoder copies it for each.
 * @param tiff begins with the byte order
 */
export function orientationOf(tiff: Buffer): number | undefined {
  try {
    const read = readerOf(tiff);
    const first = read.long(4);
    for (let index = 0; index < read.short(first); index++) {
      const at = first + 2 + index * ENTRY_BYTES;
      if (read.short(at) !== ORIENTATION || read.short(at + 2) !== SHORT) continue;
      const orientation = read.short(at + 8);
      return orientation >= 1 && orientation <= 8 ? orientation : undefined;
    }
  } catch (error) {
    // Offsets that lead out of the data: the picture is shown as it lies.
    if (!(error instanceof RangeError)) throw error;
  }
  return undefined;
}

/** EXIF data that gives the orientation and nothing else. */
export function exifOf(orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('MM\0*', 'latin1');
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(ORIENTATION, 10);
  tiff.writeUInt16BE(SHORT, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}

interface Reader {
  readonly short: (at: number) => number;
  readonly long: (at: number) => number;
}

function readerOf(tiff: Buffer): Reader {
  const isLittleEndian = tiff.toString('latin1', 0, 2) === 'II';
  return isLittleEndian
    ? { short: (at) => tiff.readUInt16LE(at), long: (at) => tiff.readUInt32LE(at) }
    : { short: (at) => tiff.readUInt16BE(at), long: (at) => tiff.readUInt32BE(at) };
}
