/** `npm run prove:mutants`: see ../../README.md. */
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { optionsOf, print, prove, text } from '../../frame/command';
import type { Patch } from '../claims';
import { asPatch, explained, isSame, printed } from './survivors';

const ROOT = join(__dirname, '../../../..');
const FEWEST_KILLED = 0.9;

/** The code that is mutated, as the beginning of its paths. The tests beside it must see each mutant. */
const PARTS: Readonly<Record<string, string>> = {
  time: 'src/platform/time/',
  checker: 'test/proof/history/checker',
  engine: 'src/booking/engine/',
};

const options = optionsOf({ part: text, only: text });

/** Tries the mutants of a part. It is held when enough of them are killed, and each of the others is explained. */
async function tryPart([part, begin]: readonly [string, string]): Promise<boolean> {
  const files = filesOf(begin);
  const specs = files.filter((file) => file.endsWith('.spec.ts'));
  const mutate = files.filter((file) => !specs.includes(file) && file.includes(options.only ?? ''));
  const mutants = await new Stryker(optionsFor(mutate, specs)).runMutationTest();
  const survivors = mutants
    .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    .map((mutant) =>
      asPatch(mutant, relative(ROOT, mutant.fileName), sourceOf(relative(ROOT, mutant.fileName))),
    );
  const known = explained.filter(({ file }) => mutate.includes(file));
  const without = (these: readonly Patch[], those: readonly Patch[]) =>
    these.filter((one) => !those.some((other) => isSame(one, other, sourceOf(one.file))));
  const [unknown, killed] = [without(survivors, known), without(known, survivors)];
  print(...unknown.map(printed), ...killed.map((patch) => `is killed, and explained:\n${printed(patch)}`));
  const share = 1 - survivors.length / mutants.length;
  print(
    `${part}: ${mutants.length} mutants, ${(100 * share).toFixed(1)} % killed, ` +
      `${survivors.length} survived, ${unknown.length} of them without an explanation`,
  );
  return share >= FEWEST_KILLED && unknown.length + killed.length === 0;
}

function optionsFor(mutate: string[], specs: string[]): ConstructorParameters<typeof Stryker>[0] {
  return {
    mutate,
    specs,
    testRunner: 'plain-node',
    plugins: [join(__dirname, 'runner.js')],
    coverageAnalysis: 'perTest',
    concurrency: 1,
    // Endless loops end by Stryker's limit of hits: a slow machine kills no mutant.
    timeoutMS: 120_000,
    tempDirName: join(tmpdir(), 'prove-mutants'),
    ignorePatterns: ['**', '!src/**', '!test/**', '!tsconfig.json', '!package.json', '!.swcrc'],
    disableTypeChecks: false,
    reporters: ['progress-append-only'],
    allowEmpty: false,
  };
}

function filesOf(begin: string): string[] {
  const folder = begin.slice(0, begin.lastIndexOf('/') + 1);
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}${name}`)
    .filter((file) => file.startsWith(begin) && file.endsWith('.ts'));
}

function sourceOf(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

prove(async () => {
  process.env['ENGINE_SEED'] = '1';
  const parts = Object.entries(PARTS).filter(([part]) => part === (options.part ?? part));
  let isHeld = parts.length > 0;
  for (const part of parts) isHeld = (await tryPart(part)) && isHeld;
  return isHeld;
});
