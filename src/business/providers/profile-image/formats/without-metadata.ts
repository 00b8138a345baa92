import { gifWithoutMetadata } from './gif';
import { jpegWithoutMetadata } from './jpeg';
import { MalformedPictureError } from './malformed-picture';
import { pngWithoutMetadata } from './png';
import { webpWithoutMetadata } from './webp';

/** How the files of each format begin. */
const FORMATS: readonly (readonly [beginning: RegExp, clean: (file: Buffer) => Buffer])[] = [
  [/^\xff\xd8\xff/, jpegWithoutMetadata],
  [/^\x89PNG\r\n\x1a\n/, pngWithoutMetadata],
  [/^GIF8[79]a/, gifWithoutMetadata],
  [/^RIFF[^]{4}WEBP/, webpWithoutMetadata],
];

/**
 * A JPEG, PNG, GIF or WebP with what its first frame needs to be shown: its pixels, its colours and its orientation. Metadata
 * can be compressed or refer to itself, so that a decoder makes gigabytes of kilobytes.
 * @throws MalformedPictureError when the file is none of these, or breaks off
 */
export function withoutMetadata(file: Buffer): Buffer {
  const beginning = file.toString('latin1', 0, 12);
  const format = FORMATS.find(([pattern]) => pattern.test(beginning));
  if (format === undefined) throw new MalformedPictureError('of no format that is taken');
  return format[1](file);
}
