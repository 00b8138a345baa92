/**
 * `npm run generate`: derives docs/openapi.json, the routes and the schema in docs/contributing, .env.example and the help of the
 * command line (src/command-help.json) from the code, and the charts of docs/contributing/measurements.md from bench/figures.json.
 * With `--check` it writes nothing, and fails when one of them is out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfNeeded } from './builder.mjs';
import { ROOT } from './sources.mjs';

const generators = {
  'docs/openapi.json': './generators/openapi.mjs',
  'docs/contributing/routes.md': './generators/routes.mjs',
  'docs/contributing/schema.md': './generators/schema.mjs',
  '.env.example': './generators/env-example.mjs',
  'src/command-help.json': './generators/commands.mjs',
  'docs/contributing/ratios-1000000.svg': './generators/ratios.mjs',
  'docs/contributing/ratios-20000.svg': './generators/ratios.mjs',
};

const isCheck = process.argv.includes('--check');
const code = await buildIfNeeded();
if (code !== 0) process.exit(code);

for (const [file, generator] of Object.entries(generators)) {
  const { generate } = await import(generator);
  const wanted = await generate(file);
  if (read(file) === wanted) continue;
  if (isCheck) {
    process.stderr.write(`${file} is out of date: run npm run generate and commit it.\n`);
    process.exitCode = 1;
  } else {
    writeFileSync(join(ROOT, file), wanted);
    process.stdout.write(`${file}\n`);
  }
}

function read(file) {
  try {
    return readFileSync(join(ROOT, file), 'utf8');
  } catch {
    return undefined;
  }
}
