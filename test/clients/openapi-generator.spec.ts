import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildDocument } from '../../src/platform/openapi/openapi';
import { startTestService, type TestService } from '../support/test-service';

const run = promisify(execFile);
/** The last version whose npm package contains the generator itself; later ones download it from elsewhere. */
const GENERATOR = '@openapitools/openapi-generator-cli@1.0.18-5.0.0-beta2';
/** Debian's, with the libraries of its packages. */
const PYTHON = '/usr/bin/python3';
const MODULES = join(__dirname, '../../node_modules');
const COMPILER_OPTIONS = {
  target: 'ES2022',
  module: 'commonjs',
  strict: true,
  skipLibCheck: true,
  types: ['node'],
  lib: ['ES2022', 'DOM'],
};

/** Clients that OpenAPI Generator makes with its default settings. */
describe('OpenAPI Generator', () => {
  let service: TestService;
  let folder: string;

  beforeAll(async () => {
    service = await startTestService();
    folder = await mkdtemp(join(tmpdir(), 'clients-'));
    await symlink(MODULES, join(folder, 'node_modules'));
    await writeFile(join(folder, 'openapi.json'), JSON.stringify(buildDocument(service.app)));
  });

  afterAll(async () => {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const inFolder = async (program: string, ...args: string[]) => {
    const ended = await run(program, args, { cwd: folder }).catch((error: unknown) => {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      throw new Error(`${stdout}${stderr}`.slice(-3_000), { cause: error });
    });
    return ended.stdout;
  };
  const generate = (language: string) =>
    inFolder(
      'npm',
      ...['exec', '--yes', `--package=${GENERATOR}`, '--', 'openapi-generator', 'generate'],
      ...['-i', 'openapi.json', '-g', language, '-o', language],
    );
  const expected = {
    start: '2026-11-23T09:00:00',
    customer: 'Mia Keller',
    listed: [true],
    total: 1,
    reason: 'slot_taken',
    alternatives: ['09:45', '10:30', '11:15'],
  };

  it('makes a Python client that books, lists and reads the reason of a refusal', async () => {
    await generate('python');
    await copyFile(join(__dirname, 'booking.py'), join(folder, 'python/booking.py'));
    await inFolder(PYTHON, '-m', 'compileall', '-q', 'python/openapi_client');
    const printed = await inFolder(
      PYTHON,
      'python/booking.py',
      `${service.url}/api/v1`,
      service.admin.key ?? '',
    );
    expect(JSON.parse(printed)).toEqual(expected);
  }, 240_000);

  it('makes a TypeScript client that compiles', async () => {
    await generate('typescript-fetch');
    // The runtime of this version names a type that TypeScript has since renamed.
    await writeFile(
      join(folder, 'typescript-fetch/global.d.ts'),
      'type GlobalFetch = WindowOrWorkerGlobalScope;',
    );
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: COMPILER_OPTIONS, include: ['typescript-fetch'] }),
    );
    expect(await inFolder(process.execPath, join(MODULES, 'typescript/bin/tsc'), '--project', '.')).toBe('');
  }, 240_000);
});
