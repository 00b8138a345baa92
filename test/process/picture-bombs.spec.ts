import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { build, run } from '../cli/run-cli';
import {
  animatedGif,
  animatedWebp,
  blackPng,
  deflated,
  packedText,
  pngChunk,
  riffChunk,
} from '../support/pictures';

const MEBIBYTE = 1_048_576;
/** The memory that a small picture may need beyond a plain picture of the same format. */
const MOST_MIB = 40;

/**
 * Renders a file with the renderer of uploads, and prints the peak memory of the process in KiB. `resourceUsage` would include
 * the memory of this test process, from which it is forked.
 */
const RENDER = `
  const { readFileSync } = require('node:fs');
  const { ProfileImageRenderer } = require(process.argv[1]);
  const tell = (outcome) =>
    console.log(outcome, /VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]);
  new ProfileImageRenderer().render(readFileSync(process.argv[2])).then(
    () => tell('rendered'),
    (error) => tell(error.constructor.name),
  );`;
const RENDERER = join(__dirname, '../../dist/src/business/providers/profile-image/profile-image-renderer.js');

const pixel = () => sharp({ create: { width: 8, height: 8, channels: 3, background: '#cc2200' } });
const jpeg = async (...segments: Buffer[]) => {
  const plain = await pixel().jpeg().toBuffer();
  return Buffer.concat([plain.subarray(0, 2), ...segments, plain.subarray(2)]);
};
const segment = (marker: number, content: Buffer) => {
  const header = Buffer.from([0xff, marker, 0, 0]);
  header.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([header, content]);
};
/** @param exif its EXIF data */
const webp = async (exif?: Buffer) => {
  const still = (await pixel().webp({ lossless: true }).toBuffer()).subarray(12);
  if (exif === undefined) return riffChunk('RIFF', Buffer.concat([Buffer.from('WEBP'), still]));
  const extended = Buffer.alloc(10);
  extended.writeUInt8(0x08);
  extended.writeUInt8(7, 4);
  extended.writeUInt8(7, 7);
  const parts = [riffChunk('VP8X', extended), still, riffChunk('EXIF', exif)];
  return riffChunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...parts]));
};
/** A GIF whose frames have twelve bytes, the minimum. */
const gif = (frames: number) => {
  const frame = Buffer.from('2c00000000010001000002' + '00', 'hex');
  const plain = animatedGif(1);
  return Buffer.concat([plain.subarray(0, -1), ...Array<Buffer>(frames).fill(frame), Buffer.from(';')]);
};

/** EXIF data in which each of many entries refers to the same text. */
function exifOfEntries(entries: number, size: number): Buffer {
  const values = 8 + 2 + entries * 12 + 4;
  const tiff = Buffer.alloc(size, 0x61);
  tiff.write('MM\0*', 'latin1');
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(entries, 8);
  for (let index = 0; index < entries; index++) {
    const at = 10 + index * 12;
    tiff.writeUInt16BE(0x0100 + index, at);
    tiff.writeUInt16BE(2, at + 2);
    tiff.writeUInt32BE(size - values, at + 4);
    tiff.writeUInt32BE(values, at + 8);
  }
  return tiff;
}

const packed = async (prefix: string, mib: number) =>
  Buffer.concat([Buffer.from(prefix, 'latin1'), await deflated(0x61, mib * MEBIBYTE)]);
const exif = Buffer.concat([Buffer.from('Exif\0\0'), exifOfEntries(2_700, 65_000)]);

const PLAIN = {
  PNG: () => blackPng(8, 8),
  JPEG: () => jpeg(),
  GIF: () => Promise.resolve(gif(0)),
  WebP: () => webp(),
};

type Bomb = readonly [name: string, format: keyof typeof PLAIN, make: () => Buffer | Promise<Buffer>];

/**
 * Without the removal of metadata, the texts need 2.9 GB of memory, and the frames of a WebP need half a minute. The present decoder
 * resists the other bombs by itself; they test its next versions.
 */
const BOMBS: readonly Bomb[] = [
  [
    '20 compressed texts',
    'PNG',
    async () => blackPng(1, 1, { chunks: Array<Buffer>(20).fill(await packedText(36 * MEBIBYTE)) }),
  ],
  [
    '20 compressed international texts',
    'PNG',
    async () => {
      const text = pngChunk('iTXt', await packed('Comment\0\x01\0\0\0', 36));
      return blackPng(1, 1, { chunks: Array<Buffer>(20).fill(text) });
    },
  ],
  [
    'a colour profile that unpacks to 400 MiB',
    'PNG',
    async () => blackPng(1, 1, { chunks: [pngChunk('iCCP', await packed('icc\0\0', 400))] }),
  ],
  [
    'EXIF data that refers to itself',
    'PNG',
    () => blackPng(1, 1, { chunks: [pngChunk('eXIf', exifOfEntries(2_000, 1_000_000))] }),
  ],
  ['EXIF data that refers to itself', 'JPEG', () => jpeg(segment(0xe1, exif))],
  ['EXIF data that refers to itself', 'WebP', () => webp(exifOfEntries(5_000, 1_000_000))],
  ['60,000 frames', 'WebP', () => animatedWebp(60_000)],
  ['430,000 frames', 'GIF', () => gif(430_000)],
];

describe('The memory that the service needs for a picture', () => {
  let folder: string;
  const plainMib = new Map<string, number>();

  beforeAll(async () => {
    await build();
    folder = await mkdtemp(join(tmpdir(), 'scheduling-bombs-'));
    for (const [format, make] of Object.entries(PLAIN)) {
      plainMib.set(format, (await render(await make())).mib);
    }
  }, 240_000);

  afterAll(() => rm(folder, { recursive: true }));

  async function render(picture: Buffer): Promise<{ outcome: string; mib: number }> {
    const file = join(folder, 'picture');
    await writeFile(file, picture);
    const { stdout, stderr } = await run(process.execPath, ['-e', RENDER, RENDERER, file], {});
    expect(stderr).toBe('');
    const [outcome = '', kib] = stdout.trim().split(' ');
    return { outcome, mib: Number(kib) / 1_024 };
  }

  it.each(BOMBS)(
    'exceeds that of a plain picture by less than 40 MiB for %s in a %s',
    async (_name, format, make) => {
      const bomb = await make();
      expect(bomb.length).toBeLessThan(5 * MEBIBYTE + 300_000);
      const { outcome, mib } = await render(bomb);
      expect(outcome).toBe('rendered');
      expect(mib - (plainMib.get(format) ?? 0)).toBeLessThan(MOST_MIB);
    },
    60_000,
  );
});
