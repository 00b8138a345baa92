import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildDocument } from '../../src/platform/openapi/openapi';
import { startTestService, type TestService } from '../support/test-service';

const run = promisify(execFile);
const MODULES = join(__dirname, '../../node_modules');
const COMPILER_OPTIONS = {
  target: 'ES2022',
  module: 'node20',
  strict: true,
  skipLibCheck: true,
  noUncheckedIndexedAccess: true,
  types: ['node'],
  // The types of openapi-fetch refer to browser types.
  lib: ['ES2022', 'DOM', 'DOM.Iterable'],
};

/** Runs a common generator with its default settings, and a program that uses the generated types. */
describe('a client generated from the OpenAPI document', () => {
  let service: TestService;
  let folder: string;

  beforeAll(async () => {
    service = await startTestService();
    folder = await mkdtemp(join(tmpdir(), 'integrator-'));
    await symlink(MODULES, join(folder, 'node_modules'));
    await writeFile(join(folder, 'package.json'), '{"type": "module"}');
    await writeFile(join(folder, 'openapi.json'), JSON.stringify(buildDocument(service.app)));
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: COMPILER_OPTIONS, files: ['integrator.ts'] }),
    );
    await copyFile(join(__dirname, 'fixtures/integrator.ts'), join(folder, 'integrator.ts'));
  });

  afterAll(async () => {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Runs a program and returns its output. When the program fails, the error has the output as its message. */
  const node = async (program: string, ...args: string[]) => {
    const ended = await run(process.execPath, [program, ...args], { cwd: folder }).catch((error: unknown) => {
      throw new Error((error as { stdout: string; stderr: string }).stdout, { cause: error });
    });
    return ended.stdout;
  };

  it('compiles, books an appointment and reads the alternatives of a refusal', async () => {
    await node(join(MODULES, 'openapi-typescript/bin/cli.js'), 'openapi.json', '--output', 'api.ts');
    expect(await node(join(MODULES, 'typescript/bin/tsc'), '--project', '.')).toBe('');
    const printed = await node('integrator.js', `${service.url}/api/v1`, service.admin.key ?? '');
    const { booked, alternatives, faults, read } = JSON.parse(printed);
    expect(booked).toMatchObject({
      start: '2026-11-23T09:00:00Z',
      status: 'confirmed',
      customerName: 'Mia Keller',
    });
    expect(alternatives).toMatchObject(['09:45', '10:30', '11:15']);
    expect(faults).toEqual(['email']);
    expect(read).toEqual(booked);
  }, 60_000);
});
