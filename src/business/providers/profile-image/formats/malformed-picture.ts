/** The bytes do not have the structure of their format. */
export class MalformedPictureError extends Error {}

/** A part of the file. @throws MalformedPictureError when the file ends before it */
export function slice(file: Buffer, start: number, end: number): Buffer {
  if (end > file.length) throw new MalformedPictureError('the file ends too early');
  return file.subarray(start, end);
}

/** Files of cameras and programs have fewer parts: chunks, segments or extensions. A file of tiny ones takes a second to walk through. */
const MAX_PARTS = 100_000;

/** @throws MalformedPictureError when a file has more parts than any useful one */
export function assertFewParts(count: number): void {
  if (count > MAX_PARTS) throw new MalformedPictureError('too many parts');
}

/** The largest colour profile that is kept. Those of cameras and screens have a few kilobytes. */
export const MAX_PROFILE_BYTES = 65_536;
