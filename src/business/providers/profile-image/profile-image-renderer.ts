import { Injectable } from '@nestjs/common';
import type { Sharp, SharpOptions } from 'sharp';
import { MalformedRequestError } from '../../../platform/errors/errors';

/** 25 megapixels (docs/interface.md, Endpoints): they take 100 MB while they are decoded. */
const MAX_PIXELS = 25_000_000;
/** Width and height of what is kept, at most. */
const MAX_SIDE = 512;
const QUALITY = 82;
/** A picture can be built so that decoding it takes hours. */
const SLOWEST_S = 20;
/**
 * Of an animated WebP, of which the first is kept. libvips looks at all of them before its time is counted, each time from the
 * first on: 60,000 of a few bytes each, which fit into an upload, take it a quarter of a minute.
 */
const MAX_FRAMES = 1_000;

/** The decoders of JPEG, PNG, WebP and GIF; no other is let near an upload. */
const DECODERS = [
  'VipsForeignLoadJpegBuffer',
  'VipsForeignLoadPngBuffer',
  'VipsForeignLoadWebpBuffer',
  'VipsForeignLoadNsgifBuffer',
];

/** How each frame begins. Looked for anywhere: what is not found so, no decoder takes for a frame. */
const WEBP_FRAME = Buffer.from('ANMF');

/** An upload that is none of the pictures that are taken. */
export class NotAnImageError extends MalformedRequestError {
  constructor(cause: unknown) {
    super('The image must be a JPEG, PNG, WebP or GIF of at most 25 megapixels', { cause });
  }
}

/** Makes of any picture a small one that is safe to serve: decoded and encoded anew, upright, without metadata. */
@Injectable()
export class ProfileImageRenderer {
  private previous: Promise<unknown> = Promise.resolve();

  /**
   * One picture at a time: each takes much memory, and a core.
   * @returns WebP, at most 512×512
   * @throws NotAnImageError
   */
  render(upload: Buffer): Promise<Buffer> {
    const rendered = this.previous.then(() => render(upload));
    this.previous = rendered.catch(() => undefined);
    return rendered;
  }
}

async function render(upload: Buffer): Promise<Buffer> {
  if (countOf(WEBP_FRAME, upload) > MAX_FRAMES) throw new NotAnImageError(new Error('too many frames'));
  const open = await loadSharp();
  try {
    return await open(upload, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .timeout({ seconds: SLOWEST_S })
      .autoOrient()
      .resize(MAX_SIDE, MAX_SIDE, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .toBuffer();
  } catch (error) {
    throw new NotAnImageError(error);
  }
}

function countOf(part: Buffer, whole: Buffer): number {
  let count = 0;
  for (let at = whole.indexOf(part); at !== -1; at = whole.indexOf(part, at + part.length)) count++;
  return count;
}

type OpenImage = (input: Buffer, options: SharpOptions) => Sharp;

let sharp: Promise<OpenImage> | undefined;

/** Loaded with the first upload: most instances never see one, and need not pay for it in start-up time and memory. */
function loadSharp(): Promise<OpenImage> {
  return (sharp ??= import('sharp').then(({ default: loaded }) => {
    loaded.cache(false);
    loaded.concurrency(1);
    loaded.block({ operation: ['VipsForeignLoad'] });
    loaded.unblock({ operation: DECODERS });
    return loaded;
  }));
}
