import { spawn, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { escaped, type NamedTest, type Patch, patched } from './claims';
import { judge, type Report, type Verdict } from './verdict';

const LEFT_OUT = ['.git', '.data', 'node_modules', 'release'];
const JEST = 'node_modules/jest/bin/jest.js';
/** Tests that hang are ended. */
const MOST_MS = 240_000;
/** The configurations of the tests that are not those of `npm test`, and whether they start programs, which are built first. */
const OTHERS = [
  { tests: /^test\/browser\//, config: 'test/browser/jest.config.js', isBuilt: true },
  { tests: /^test\/deploy\//, config: 'test/process/jest.config.js', isBuilt: false },
  {
    tests: /^(?:test\/(?:cli|process)|embedded-postgres\/test)\//,
    config: 'test/process/jest.config.js',
    isBuilt: true,
  },
];
const OWN_SERVER = 'jest.config.js';
const SHARED_SERVER = 'test/proof/saboteur/jest.config.js';

/** A copy of the checkout, in which one patch at a time is applied. */
export class Scratch {
  private readonly folder = mkdtempSync(join(tmpdir(), 'saboteur-'));

  constructor(root: string) {
    const filter = (path: string) => !LEFT_OUT.includes(basename(path));
    cpSync(root, this.folder, { recursive: true, filter });
    symlinkSync(join(root, 'node_modules'), join(this.folder, 'node_modules'));
    // Otherwise the first test would build the document, which takes longer than most tests.
    copyFileSync(join(root, 'docs/openapi.json'), join(this.folder, 'openapi.json'));
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Applies the patch, runs its tests, and takes it back. */
  async try(patch: Patch): Promise<Verdict> {
    const file = join(this.folder, patch.file);
    const source = readFileSync(file, 'utf8');
    writeFileSync(file, patched(source, patch));
    try {
      return await this.test(patch.tests, patch.file.startsWith('migrations/'));
    } finally {
      writeFileSync(file, source);
    }
  }

  /** @param migrates whether the tests need a PostgreSQL of their own, with the migrations of the copy */
  async test(tests: readonly NamedTest[], migrates = false): Promise<Verdict> {
    const other = OTHERS.find((each) => tests.some(({ spec }) => each.tests.test(spec)));
    if (other?.isBuilt === true && !this.build()) return { outcome: 'broken', by: ['it does not compile'] };
    const report = join(this.folder, 'report.json');
    rmSync(report, { force: true });
    const config = other?.config ?? (migrates ? OWN_SERVER : SHARED_SERVER);
    await this.jest(['-c', config, ...argumentsOf(tests), '--json', `--outputFile=${report}`]);
    if (!existsSync(report)) return { outcome: 'broken', by: ['the tests do not start, or do not end'] };
    return judge(JSON.parse(readFileSync(report, 'utf8')) as Report, this.folder);
  }

  private build(): boolean {
    const { status } = spawnSync(process.execPath, ['bin/build-if-needed.mjs'], { cwd: this.folder });
    return status === 0;
  }

  private jest(args: readonly string[]): Promise<unknown> {
    const child = spawn(process.execPath, [JEST, ...args], {
      cwd: this.folder,
      stdio: 'ignore',
      timeout: MOST_MS,
      env: { ...process.env, FORCE_COLOR: '0', TEST_RUN_FOLDER: this.folder },
    });
    return new Promise((resolve) => void child.once('close', resolve));
  }
}

function argumentsOf(tests: readonly NamedTest[]): readonly string[] {
  const all = tests.some(({ names }) => names.length === 0);
  const names = tests.flatMap((test) => test.names.map(escaped)).join('|');
  return [...tests.map(({ spec }) => spec), '--runInBand', ...(all ? [] : ['-t', names])];
}
