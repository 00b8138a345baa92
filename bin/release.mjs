/**
 * `npm run release -- <version> [--dry-run] [--to <folder>]`: makes a release of this checkout. It writes the version everywhere, turns
 * the part [Unreleased] of CHANGELOG.md into that of the version, replaces the contract of the API, commits and tags. In the folder
 * (release/) it leaves the archive of the sources, the bill of materials (CycloneDX), the notes, and the checksums of all three.
 * It pushes nothing. With `--dry-run` it makes the same checks, prints the notes, and writes nothing.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { breakingChanges, CONTRACT, contractOf } from './api-contract.mjs';

const ROOT = join(import.meta.dirname, '..');
const NAME = 'scheduling-service';
const CHANGELOG = 'CHANGELOG.md';
const UNRELEASED = '## [Unreleased]\n';
const VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/;

/** Where the version stands. */
const PLACES = [
  ['package.json', /(?<=^ {2}"version": ")[^"]+/m],
  ['clients/typescript/package.json', /(?<=^ {2}"version": ")[^"]+/m],
  ['package-lock.json', /(?<=^{\n {2}"name": "scheduling-service",\n {2}"version": ")[^"]+/],
  ['package-lock.json', /(?<="name": "scheduling-service(?:-client)?",\n {6}"version": ")[^"]+/g],
  ['docs/openapi.json', /(?<=^ {4}"version": ")[^"]+/m],
  ['docker-bake.hcl', /(?<=variable "VERSION" {\n {2}default = ")[^"]+/],
  ['docs/operating/operations.md', /(?<=scheduling-service:)\d+\.\d+\.\d+/g],
  ['deploy/kubernetes/scheduling.yaml', /(?<=scheduling-service:)\d+\.\d+\.\d+/g],
  ['deploy/kubernetes/migrate.yaml', /(?<=scheduling-service:)\d+\.\d+\.\d+/g],
  ['clients/typescript/README.md', /(?<=scheduling-service-client-)\d+\.\d+\.\d+/g],
];

const read = (path) => readFileSync(join(ROOT, path), 'utf8');
const write = (path, text) => writeFileSync(join(ROOT, path), text);
const run = (command, ...args) =>
  execFileSync(command, args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'dry-run': { type: 'boolean' }, to: { type: 'string', default: join(ROOT, 'release') } },
});
const [version = ''] = positionals;
const notes = notesOf(read(CHANGELOG));
const faults = faultsOf();
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
else if (values['dry-run']) console.log(`${version} can be released. Its notes:\n\n${notes}`);
else release(resolve(values.to));

/** What the part [Unreleased] of the changelog says. */
function notesOf(changelog) {
  const [, unreleased = ''] = changelog.split(UNRELEASED);
  return unreleased.split(/^## /m)[0].trim();
}

function faultsOf() {
  if (!VERSION.test(version)) return ['Name the version: npm run release -- 1.2.3'];
  const { version: current } = JSON.parse(read('package.json'));
  const released = JSON.parse(read(CONTRACT));
  const breaks = breakingChanges(released, JSON.parse(read('docs/openapi.json')));
  const isMajor = majorOf(version) > majorOf(released.info.version);
  const tag = `v${version}`;
  return [
    run('git', 'status', '--porcelain') !== '' && 'The checkout has changes that are not committed.',
    isLower(version, current) && `${version} is lower than ${current}, the version of package.json.`,
    run('git', 'tag', '--list', tag) !== '' && `There is a tag ${tag} already.`,
    !/^- /m.test(notes) && `${CHANGELOG} lists nothing under [Unreleased].`,
    breaks.length > 0 &&
      !isMajor &&
      `Clients of ${released.info.version} break, so this is a major version: ${breaks[0]}`,
  ].filter(Boolean);
}

function release(folder) {
  for (const [path, place] of PLACES) write(path, read(path).replace(place, version));
  write(CONTRACT, contractOf(JSON.parse(read('docs/openapi.json'))));
  const today = new Date().toISOString().slice(0, 10);
  write(CHANGELOG, read(CHANGELOG).replace(UNRELEASED, `${UNRELEASED}\n## [${version}] - ${today}\n`));
  const materials = materialsOf();
  run('git', 'commit', '--quiet', '--all', '--message', `Release ${version}`);
  run('git', 'tag', '--annotate', `v${version}`, '--message', `${NAME} ${version}`);

  mkdirSync(folder, { recursive: true });
  const archive = `${NAME}-${version}.tar.gz`;
  run('git', 'archive', `--prefix=${NAME}-${version}/`, `--output=${join(folder, archive)}`, `v${version}`);
  writeFileSync(join(folder, `${NAME}-${version}.cdx.json`), materials);
  writeFileSync(join(folder, 'NOTES.md'), `# ${NAME} ${version}\n\n${notes}\n`);
  const sums = [archive, `${NAME}-${version}.cdx.json`, 'NOTES.md'].map(
    (name) =>
      `${createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex')}  ${name}\n`,
  );
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
  console.log(`Released ${version}: a commit and the tag v${version}, which are not pushed, and ${folder}.`);
}

/** npm calls our two packages by their folders. */
function materialsOf() {
  const options = ['--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only'];
  const materials = JSON.parse(run('npm', 'sbom', ...options));
  for (const component of [materials.metadata.component, ...materials.components]) {
    const [name] = component['bom-ref'].split(/@(?=\d)/);
    if (name.startsWith(NAME)) component.name = name;
  }
  return `${JSON.stringify(materials, null, 2)}\n`;
}

function majorOf(text) {
  return Number(text.split('.')[0]);
}

function isLower(one, other) {
  const [left, right] = [one, other].map((text) => text.split('.').map(Number));
  const at = left.findIndex((part, index) => part !== right[index]);
  return at !== -1 && left[at] < right[at];
}
