import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';
import { ExampleReceiver, VERIFIED } from '../../support/example-receiver';

const ROOT = join(__dirname, '../../..');

it('The receiver of the documentation in TypeScript verifies signatures', async () => {
  // Node 20 does not read TypeScript. The folder is here because the receiver imports a package.
  const folder = await mkdtemp(join(ROOT, 'dist/receiver-'));
  const source = await readFile(join(ROOT, 'docs/examples/webhook-receiver.ts'), 'utf8');
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 },
  });
  await writeFile(join(folder, 'receiver.mjs'), outputText);
  const receiver = await ExampleReceiver.start(process.execPath, join(folder, 'receiver.mjs'));
  try {
    expect(await receiver.answers()).toEqual(VERIFIED);
  } finally {
    await receiver.stop();
    await rm(folder, { recursive: true });
  }
});
