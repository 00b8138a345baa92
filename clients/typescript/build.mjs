/**
 * `npm run build`: generates the types from the OpenAPI document, and compiles the client twice, as ES modules and as CommonJS.
 * esbuild makes one file of it for pages without a build of their own: it is the one bundler that needs a single package.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';

const FOLDER = import.meta.dirname;
const DOCUMENT = join(FOLDER, '../../docs/openapi.json');
const GENERATED = join(FOLDER, 'src/generated/openapi.ts');
const STDERR = 2;
const { resolve } = createRequire(import.meta.url);

const generator = join(dirname(resolve('openapi-typescript')), '../bin/cli.js');
const compiler = resolve('typescript/bin/tsc');

mkdirSync(dirname(GENERATED), { recursive: true });
run(generator, DOCUMENT, '--output', GENERATED);
rmSync(join(FOLDER, 'dist'), { recursive: true, force: true });
run(compiler, '--project', 'tsconfig.json');
run(compiler, '--project', 'tsconfig.cjs.json');
// The package is a module; without this, Node would take the CommonJS files for modules, too.
writeFileSync(join(FOLDER, 'dist/cjs/package.json'), '{"type": "commonjs"}\n');
await build({
  absWorkingDir: FOLDER,
  entryPoints: ['dist/esm/index.js'],
  outfile: 'dist/browser.js',
  bundle: true,
  format: 'esm',
  target: 'es2022',
  minify: true,
  logLevel: 'warning',
});

/** Runs a program of a package with this Node, in this folder. Its output goes to stderr, and its failure ends the build. */
function run(program, ...args) {
  const { status } = spawnSync(process.execPath, [program, ...args], {
    cwd: FOLDER,
    stdio: ['ignore', STDERR, STDERR],
  });
  if (status !== 0) process.exit(status ?? 1);
}
