import { mkdir, opendir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Transport } from './transport';

/** Such as `20261120T080000Z-17-confirmation.eml`. */
const MESSAGE_FILE = /^\d{8}T\d{6}Z-\d+-[a-z]+\.eml(\.part)?$/;

/** Writes each message to its own file `<name>.eml`. Only the owner of the folder may read it: it is personal data. */
export async function openOutbox(folder: string): Promise<Transport> {
  const { createTransport } = await import('nodemailer');
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return async (mail, name) => {
    const { message } = await composer.sendMail(mail);
    await mkdir(dirname(folder), { recursive: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = join(folder, `${name}.eml`);
    // The rename makes the file appear whole: programs that watch the folder never see half a message.
    await writeFile(`${file}.part`, message, { mode: 0o600 });
    await rename(`${file}.part`, file);
  };
}

/** The beginning of a file name: messages sort in the order of queueing. */
export function outboxTime(queuedAt: Date): string {
  return queuedAt.toISOString().replaceAll(/[-:]|\.\d+/g, '');
}

/** Deletes the files of messages that were queued before an instant, and what a crash left of them. Does not touch other files. */
export async function deleteOutboxFiles(folder: string, before: Date): Promise<void> {
  const limit = outboxTime(before);
  for await (const { name } of await openFolder(folder)) {
    if (MESSAGE_FILE.test(name) && name < limit) await rm(join(folder, name), { force: true });
  }
}

async function openFolder(folder: string): Promise<AsyncIterable<{ name: string }> | []> {
  try {
    return await opendir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
