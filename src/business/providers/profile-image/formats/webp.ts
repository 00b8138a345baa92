import { exifOf, orientationOf } from './exif';
import { assertFewParts, MAX_PROFILE_BYTES, slice } from './malformed-picture';

const HEADER_BYTES = 12;
/** The chunks that hold the pixels; of an animation, of its first frame. */
const PIXELS = new Set(['VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF']);
const EXTENDED = 'VP8X';
const PROFILE = 'ICCP';
const EXIF = 'EXIF';
/** Flags of the extended header: which chunks there are. */
const HAS = { profile: 0x20, exif: 0x08, xmp: 0x04 };

/** One frame, without XMP, unknown chunks, and bytes after the end that the header states. A small profile and the orientation stay. */
export function webpWithoutMetadata(upload: Buffer): Buffer {
  const file = upload.subarray(0, 8 + upload.readUInt32LE(4));
  const kept = new Map<string, Buffer>();
  for (let at = HEADER_BYTES, count = 1; at + 8 <= file.length; count++) {
    assertFewParts(count);
    const { type, content, chunk } = chunkAt(file, at);
    if (!kept.has(type)) keep(kept, type, content, chunk);
    at += chunk.length;
  }
  const extended = kept.get(EXTENDED);
  if (extended === undefined) kept.delete(EXIF);
  else kept.set(EXTENDED, withFlags(extended, kept));
  return riffOf([...kept.values()]);
}

function keep(kept: Map<string, Buffer>, type: string, content: Buffer, chunk: Buffer): void {
  const orientation = type === EXIF ? orientationOf(withoutPrefix(content)) : undefined;
  const isSmallProfile = type === PROFILE && content.length <= MAX_PROFILE_BYTES;
  if (orientation !== undefined) kept.set(type, chunkOf(EXIF, exifOf(orientation)));
  else if (type === EXTENDED || isSmallProfile || PIXELS.has(type)) kept.set(type, chunk);
}

/** A chunk is as long as it says, and one byte more where that is odd. A file may end before this byte. */
function chunkAt(file: Buffer, at: number) {
  const start = at + 8;
  const header = slice(file, at, start);
  const length = header.readUInt32LE(4);
  const content = slice(file, start, start + length);
  const padding = Buffer.alloc(length % 2);
  return {
    type: header.toString('latin1', 0, 4),
    content,
    chunk: Buffer.concat([header, content, padding]),
  };
}

/** Some writers begin EXIF data as in a JPEG. */
function withoutPrefix(exif: Buffer): Buffer {
  return exif.toString('latin1', 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif;
}

function withFlags(extended: Buffer, kept: ReadonlyMap<string, Buffer>): Buffer {
  const chunk = Buffer.from(extended);
  const others = chunk.readUInt8(8) & ~(HAS.profile | HAS.exif | HAS.xmp);
  const flags = (kept.has(PROFILE) ? HAS.profile : 0) | (kept.has(EXIF) ? HAS.exif : 0);
  chunk.writeUInt8(others | flags, 8);
  return chunk;
}

function chunkOf(type: string, content: Buffer): Buffer {
  const header = Buffer.alloc(8);
  header.write(type, 'latin1');
  header.writeUInt32LE(content.length, 4);
  return Buffer.concat([header, content]);
}

function riffOf(chunks: readonly Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...chunks]);
  return chunkOf('RIFF', body);
}
