import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from '@swc/core';
import { PLANTED as OF_HISTORY } from '../history/planted';
import { PLANTED as OF_OPINION } from '../opinion/planted';
import { PLANTED as OF_ORDERS } from '../orders/planted';
import type { Fault } from './planted';

const ROOT = join(__dirname, '../../..');
const SOURCES = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' });
const options = JSON.parse(readFileSync(join(ROOT, '.swcrc'), 'utf8')) as object;
const faults: Readonly<Record<string, Fault>> = { ...OF_HISTORY, ...OF_OPINION, ...OF_ORDERS };

/** How often the text of a fault stands in the files that it names. */
function placesOf([file, text]: Fault['change']): readonly number[] {
  const files = SOURCES.filter((path) => `/${path}`.endsWith(`/${file}.ts`));
  return files.map((path) => {
    const source = readFileSync(join(ROOT, 'src', path), 'utf8');
    return transformSync(source, { ...options, swcrc: false }).code.split(text).length - 1;
  });
}

describe('The planted faults of the proofs', () => {
  it.each(Object.entries(faults))('can be planted: %s', (_name, { change }) => {
    expect(placesOf(change)).toEqual([1]);
  });
});
