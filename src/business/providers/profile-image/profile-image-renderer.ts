import { Injectable } from '@nestjs/common';
import type { Sharp, SharpOptions } from 'sharp';
import { MalformedRequestError } from '../../../platform/errors/errors';
import { withoutMetadata } from './formats/without-metadata';

/** 25 megapixels (docs/reference/business.md): they take 100 MB while they are decoded. */
const MAX_PIXELS = 25_000_000;
/** Width and height of what is kept, at most. */
const MAX_SIDE = 512;
const QUALITY = 82;
/** A picture can be built so that decoding it takes hours. */
const SLOWEST_S = 20;
/** The decoders of JPEG, PNG, WebP and GIF; no other is let near an upload. */
const DECODERS = [
  'VipsForeignLoadJpegBuffer',
  'VipsForeignLoadPngBuffer',
  'VipsForeignLoadWebpBuffer',
  'VipsForeignLoadNsgifBuffer',
];

/** The upload is not a picture in one of the accepted formats. */
export class NotAnImageError extends MalformedRequestError {
  constructor(cause: unknown) {
    super('The image must be a JPEG, PNG, WebP or GIF of at most 25 megapixels', { cause });
  }
}

/** Turns an upload into a small picture that is safe to serve: decoded and encoded again, upright, without metadata. */
@Injectable()
export class ProfileImageRenderer {
  private previous: Promise<unknown> = Promise.resolve();

  /** One picture at a time: each takes up to 100 MB and a core. @returns WebP, at most 512×512 @throws NotAnImageError */
  render(upload: Buffer): Promise<Buffer> {
    const rendered = this.previous.then(() => render(upload));
    this.previous = rendered.catch(() => undefined);
    return rendered;
  }
}

async function render(upload: Buffer): Promise<Buffer> {
  const open = await loadSharp();
  try {
    return await open(withoutMetadata(upload), { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .timeout({ seconds: SLOWEST_S })
      .autoOrient()
      .resize(MAX_SIDE, MAX_SIDE, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .toBuffer();
  } catch (error) {
    throw new NotAnImageError(error);
  }
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
