import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packedClient } from './client-examples';

const run = promisify(execFile);
const MODULES = join(__dirname, '../../node_modules');

/** As strict as the compiler can be. The declarations of the client are checked, too. */
const STRICT = {
  target: 'ES2022',
  module: 'nodenext',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  skipLibCheck: false,
  lib: ['ES2022', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
  types: ['node'],
  typeRoots: [join(MODULES, '@types')],
};

/** A folder outside the checkout in which the packed TypeScript client is installed as an integrator installs it. */
export class ScratchProject {
  private constructor(readonly folder: string) {}

  static async create(): Promise<ScratchProject> {
    const folder = await mkdtemp(join(tmpdir(), 'integrator-'));
    await writeFile(join(folder, 'package.json'), '{"private": true}');
    const options = ['--no-audit', '--no-fund', '--prefer-offline'];
    await run('npm', ['install', ...options, packedClient()], { cwd: folder });
    return new ScratchProject(folder);
  }

  /** Compiles programs, as modules or as CommonJS, in a folder of their own. Returns what the compiler says. */
  async compile(
    name: string,
    type: 'module' | 'commonjs',
    programs: Readonly<Record<string, string>>,
  ): Promise<string> {
    const project = join(this.folder, name);
    await mkdir(project);
    await writeFile(join(project, 'package.json'), JSON.stringify({ type }));
    for (const [file, program] of Object.entries(programs)) await writeFile(join(project, file), program);
    const settings = { compilerOptions: STRICT, files: Object.keys(programs) };
    await writeFile(join(project, 'tsconfig.json'), JSON.stringify(settings));
    const compiler = join(MODULES, 'typescript/bin/tsc');
    const { stdout } = await run(process.execPath, [compiler, '--project', project]).catch(
      (error: unknown) => error as { stdout: string },
    );
    return stdout;
  }

  /** Runs a compiled program in this folder, and returns what it prints. */
  async start(program: string, args: readonly string[] = [], node = process.execPath): Promise<string> {
    return (await run(node, [program, ...args], { cwd: this.folder, timeout: 60_000 })).stdout;
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }
}
