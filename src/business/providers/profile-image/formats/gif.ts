import { assertFewParts, MalformedPictureError, slice } from './malformed-picture';

const HEADER_BYTES = 13;
const EXTENSION = 0x21;
const GRAPHIC_CONTROL = 0xf9;
const IMAGE = 0x2c;
const TRAILER = Buffer.from([0x3b]);

/** The first frame of a GIF, with the colours and the transparency that it needs. */
export function gifWithoutMetadata(file: Buffer): Buffer {
  const colours = HEADER_BYTES + colourTableBytes(slice(file, 0, HEADER_BYTES).readUInt8(10));
  const header = slice(file, 0, colours);
  let control: Buffer = Buffer.alloc(0);
  for (let at = colours, count = 1; ; count++) {
    assertFewParts(count);
    const kind = slice(file, at, at + 1).readUInt8();
    if (kind === IMAGE) return Buffer.concat([header, control, frameAt(file, at), TRAILER]);
    if (kind !== EXTENSION) throw new MalformedPictureError('no frame');
    const end = endOfBlocks(file, at + 2);
    if (file[at + 1] === GRAPHIC_CONTROL) control = slice(file, at, end);
    at = end;
  }
}

function frameAt(file: Buffer, at: number): Buffer {
  const colours = at + 10;
  const codeSize = colours + colourTableBytes(slice(file, at, colours).readUInt8(9));
  return slice(file, at, endOfBlocks(file, codeSize + 1));
}

/** @param flags of the screen or of the frame */
function colourTableBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 0x07) + 1);
}

/** Data comes in blocks, each behind its length; one without length ends them. */
function endOfBlocks(file: Buffer, start: number): number {
  for (let at = start; ;) {
    // Without a slice: blocks may be as short as a byte.
    const length = file[at];
    if (length === undefined) throw new MalformedPictureError('the file ends too early');
    at += 1 + length;
    if (length === 0) return at;
  }
}
