import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { pngChunk } from '../support/pictures';

/** The state of a picture that shows what there is now. */
export const KEPT = 'kept';
const MAKE_ANEW = 'run PICTURES=write npm run test:browser with the spec that failed';

/** The text of the PNG that tells of which HTML the picture was made. */
const KEYWORD = 'html-sha256';
const COLOURS = 32;
/** The signature and the first chunk, which is the header. */
const HEAD_BYTES = 8 + 25;
/** Of a chunk beside its content: length, type and checksum. */
const CHUNK_BYTES = 12;
/** Of the grey values of a picture with text; that of an empty page is 0. */
const LEAST_DEVIATION = 5;

/**
 * Compares a picture of the documentation with the HTML that the page shows now. Fonts differ between machines, so pixels cannot be
 * compared; the picture carries the digest of its HTML.
 * @returns what is wrong with it, and what to do
 */
export async function stateOf(path: string, html: string, page: Page): Promise<string> {
  const digest = createHash('sha256').update(html).digest('hex');
  if (process.env['PICTURES'] === 'write') await make(path, digest, page);
  const picture = read(path);
  if (picture === undefined) return `${path} is missing: ${MAKE_ANEW}`;
  if (textIn(picture) !== digest) return `${path} shows what was before: ${MAKE_ANEW}`;
  const { width } = await sharp(picture).metadata();
  const [grey] = (await sharp(picture).greyscale().stats()).channels;
  const isSound = width === page.viewportSize()?.width && (grey?.stdev ?? 0) >= LEAST_DEVIATION;
  return isSound ? KEPT : `${path} is blank, or not as wide as the window: ${MAKE_ANEW}`;
}

async function make(path: string, digest: string, page: Page): Promise<void> {
  const shown = await page.screenshot({ fullPage: true });
  const small = await sharp(shown).png({ palette: true, colours: COLOURS, effort: 10 }).toBuffer();
  const text = pngChunk('tEXt', Buffer.from(`${KEYWORD}\0${digest}`, 'latin1'));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, Buffer.concat([small.subarray(0, HEAD_BYTES), text, small.subarray(HEAD_BYTES)]));
}

function read(path: string): Buffer | undefined {
  return existsSync(path) ? readFileSync(path) : undefined;
}

/** The value of the keyword; undefined when a PNG has none. */
function textIn(png: Buffer): string | undefined {
  let at = HEAD_BYTES;
  while (at + CHUNK_BYTES <= png.length) {
    const size = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    const [keyword, value] = png.toString('latin1', at + 8, at + 8 + size).split('\0');
    if (type === 'tEXt' && keyword === KEYWORD) return value;
    at += size + CHUNK_BYTES;
  }
  return undefined;
}
