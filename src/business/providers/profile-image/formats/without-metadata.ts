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
 * Keeps the pixels, the colours and the orientation of the first frame: a decoder can make gigabytes of kilobytes of other metadata.
 * @throws MalformedPictureError when the file is no JPEG, PNG, GIF or WebP, or breaks off
 */
export function withoutMetadata(file: Buffer): Buffer {
  const beginning = file.toString('latin1', 0, 12);
  const format = FORMATS.find(([pattern]) => pattern.test(beginning));
  if (format === undefined) throw new MalformedPictureError('of no format that is taken');
  return format[1](file);
}
