import { exifOf, orientationOf } from './exif';
import { assertFewParts, MalformedPictureError, slice } from './malformed-picture';

const SOI = Buffer.from([0xff, 0xd8]);
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;
const COMMENT = 0xfe;
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;

const EXIF = Buffer.from('Exif\0\0', 'latin1');
/** A colour profile in one segment, the first of one. Larger profiles, of several segments, are left out. */
const WHOLE_PROFILE = Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1');

/** Drops comments and application data. Keeps what defines the colours (JFIF, Adobe, a profile in one segment) and the orientation. */
export function jpegWithoutMetadata(file: Buffer): Buffer {
  const kept: Buffer[] = [];
  const seen = new Set<number>();
  let orientation: number | undefined;
  for (let at = SOI.length, count = 1; ; count++) {
    assertFewParts(count);
    const { marker, segment, content } = segmentAt(file, at);
    if (marker === START_OF_SCAN) return withOrientation(orientation, [...kept, file.subarray(at)]);
    if (marker === APP1 && content.subarray(0, EXIF.length).equals(EXIF)) {
      orientation ??= orientationOf(content.subarray(EXIF.length));
    }
    if (isKept(marker, content, seen)) {
      kept.push(segment);
      seen.add(marker);
    }
    at += segment.length;
  }
}

function segmentAt(file: Buffer, at: number) {
  let start = at;
  // A marker may be preceded by fill bytes (JPEG, section B.1.1.2).
  while (file[start] === 0xff && file[start + 1] === 0xff) start++;
  const header = slice(file, start, start + 4);
  const marker = header.readUInt8(1);
  if (header[0] !== 0xff || marker === END_OF_IMAGE) throw new MalformedPictureError('no segment');
  const end = start + 2 + Math.max(header.readUInt16BE(2), 2);
  return { marker, segment: slice(file, at, end), content: slice(file, start + 4, end) };
}

function isKept(marker: number, content: Buffer, seen: ReadonlySet<number>): boolean {
  const isApplicationData = marker >= APP0 && marker <= 0xef;
  if (!isApplicationData) return marker !== COMMENT;
  if (seen.has(marker)) return false;
  if (marker === APP2) return content.subarray(0, WHOLE_PROFILE.length).equals(WHOLE_PROFILE);
  return marker === APP0 || marker === APP14;
}

function withOrientation(orientation: number | undefined, parts: readonly Buffer[]): Buffer {
  if (orientation === undefined) return Buffer.concat([SOI, ...parts]);
  const content = Buffer.concat([EXIF, exifOf(orientation)]);
  const header = Buffer.from([0xff, APP1, 0, content.length + 2]);
  return Buffer.concat([SOI, header, content, ...parts]);
}
