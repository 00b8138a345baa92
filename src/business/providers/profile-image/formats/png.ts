import { crc32, inflateSync } from 'node:zlib';
import { exifOf, orientationOf } from './exif';
import { assertFewParts, MAX_PROFILE_BYTES, slice } from './malformed-picture';

const SIGNATURE_BYTES = 8;
/** The chunks that hold the pixels (PNG, section 11.2). */
const PIXELS = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);
/** Its colour profile is compressed, as text chunks are: 1 kB can grow to 1 MB. */
const PROFILE = 'iCCP';
const EXIF = 'eXIf';

/** A PNG without its text and other ancillary chunks. A small colour profile and the orientation stay. */
export function pngWithoutMetadata(file: Buffer): Buffer {
  const kept = [file.subarray(0, SIGNATURE_BYTES)];
  const seen = new Set<string>();
  for (let at = SIGNATURE_BYTES, count = 1; ; count++) {
    assertFewParts(count);
    const { type, content, chunk } = chunkAt(file, at);
    if (PIXELS.has(type)) kept.push(chunk);
    else if (!seen.has(type)) kept.push(...withinBounds(type, content, chunk));
    if (type === 'IEND') return Buffer.concat(kept);
    seen.add(type);
    at += chunk.length;
  }
}

function chunkAt(file: Buffer, at: number) {
  const start = at + 8;
  const header = slice(file, at, start);
  const end = start + header.readUInt32BE();
  return {
    type: header.toString('latin1', 4),
    content: slice(file, start, end),
    chunk: slice(file, at, end + 4),
  };
}

function withinBounds(type: string, content: Buffer, chunk: Buffer): Buffer[] {
  if (type === PROFILE) return isSmallProfile(content) ? [chunk] : [];
  const orientation = type === EXIF ? orientationOf(content) : undefined;
  return orientation === undefined ? [] : [chunkOf(EXIF, exifOf(orientation))];
}

/** After a name and its end: the method, and the compressed profile. */
function isSmallProfile(content: Buffer): boolean {
  const compressed = content.subarray(content.indexOf(0) + 2);
  try {
    return inflateSync(compressed, { maxOutputLength: MAX_PROFILE_BYTES }).length > 0;
  } catch {
    return false;
  }
}

function chunkOf(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
