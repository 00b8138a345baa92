import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32, createDeflate } from 'node:zlib';
import sharp from 'sharp';

// Makes pictures that cost the service more to decode than they cost to send.

/** A PNG of black pixels with one bit each. An interlaced one must be decoded as a whole, which needs more memory. */
export async function blackPng(
  width: number,
  height: number,
  more: { interlaced?: boolean; chunks?: Buffer[] } = {},
): Promise<Buffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(1, 8);
  header.writeUInt8(more.interlaced === true ? 1 : 0, 12);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const lines = await deflated(0, height * (Math.ceil(width / 8) + 1));
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    ...(more.chunks ?? []),
    pngChunk('IDAT', lines),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A compressed text chunk of a PNG with `size` bytes once it is unpacked. */
export async function packedText(size: number): Promise<Buffer> {
  return pngChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), await deflated(0x61, size)]));
}

const BLOCK = 1_048_576;

/**
 * `size` times one byte, compressed. The event loop stays free, because the service of the test runs in it and would close its
 * connections; the memory stays small, because the test measures the peak.
 */
export function deflated(byte: number, size: number): Promise<Buffer> {
  const block = Buffer.alloc(Math.min(BLOCK, size), byte);
  const blocks = Array.from({ length: Math.ceil(size / BLOCK) }, (_, index) =>
    block.subarray(0, size - index * BLOCK),
  );
  return buffer(Readable.from(blocks).pipe(createDeflate()));
}

export function pngChunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** A GIF with this many frames of one pixel. */
export function animatedGif(frames: number): Buffer {
  const screen = Buffer.from('474946383961' + '08000800800000' + '000000ffffff', 'hex');
  const frame = Buffer.from('21f90400010000002c0000000001000100000202440100', 'hex');
  return Buffer.concat([screen, ...Array<Buffer>(frames).fill(frame), Buffer.from(';')]);
}

/** A WebP with this many frames of one pixel, on a canvas of `side` by `side`. */
export async function animatedWebp(frames: number, side = 8): Promise<Buffer> {
  const pixel = sharp({ create: { width: 1, height: 1, channels: 3, background: '#cc2200' } });
  const still = (await pixel.webp({ lossless: true }).toBuffer()).subarray(12);
  const canvas = Buffer.alloc(10);
  canvas.writeUInt8(2);
  canvas.writeUIntLE(side - 1, 4, 3);
  canvas.writeUIntLE(side - 1, 7, 3);
  const frame = riffChunk('ANMF', Buffer.concat([Buffer.alloc(16), still]));
  const chunks = [riffChunk('VP8X', canvas), riffChunk('ANIM', Buffer.alloc(6))];
  return riffChunk(
    'RIFF',
    Buffer.concat([Buffer.from('WEBP'), ...chunks, ...Array<Buffer>(frames).fill(frame)]),
  );
}

export function riffChunk(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(content.length);
  return Buffer.concat([Buffer.from(type), length, content, Buffer.alloc(content.length % 2)]);
}

/** The smallest part of each format that says nothing about the pixels. */
const EMPTY_PARTS = {
  jpeg: Buffer.from('fffe0002', 'hex'),
  png: pngChunk('tEXt', Buffer.alloc(0)),
  gif: Buffer.from('21fe00', 'hex'),
  webp: Buffer.from('XMP \0\0\0\0', 'latin1'),
};

/** A picture with so many parts more, all of them empty. */
export function withParts(format: keyof typeof EMPTY_PARTS, picture: Buffer, count: number): Buffer {
  const parts = Buffer.concat(Array.from({ length: count }, () => EMPTY_PARTS[format]));
  const at = {
    jpeg: () => 2,
    png: () => 8 + 25,
    gif: () => 13 + ((picture.readUInt8(10) & 0x80) === 0 ? 0 : 3 * 2 ** ((picture.readUInt8(10) & 7) + 1)),
    webp: () => picture.length,
  }[format]();
  const file = Buffer.concat([picture.subarray(0, at), parts, picture.subarray(at)]);
  if (format === 'webp') file.writeUInt32LE(file.length - 8, 4);
  return file;
}
