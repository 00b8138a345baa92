import { rm } from 'node:fs/promises';

export default async function globalTeardown(): Promise<void> {
  await globalThis.testServer?.server.stop();
  if (globalThis.testServer) await rm(globalThis.testServer.dataDir, { recursive: true, force: true });
}
