import { rm } from 'node:fs/promises';

export default async function globalTeardown(): Promise<void> {
  await globalThis.testRun?.server.stop();
  if (globalThis.testRun) await rm(globalThis.testRun.folder, { recursive: true, force: true });
}
