import { mkdir, opendir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DueMessage } from '../due-message';
import { encodeLookalikes } from './encoded-words';
import type { Transport } from './transport';

/** What the name of a file is made of. */
export type MessageName = Pick<DueMessage, 'id' | 'createdAt' | 'event'>;

/** Such as `20261120T080000Z-17-confirmation.eml`. */
const MESSAGE_FILE = /^\d{8}T\d{6}Z-(?<id>\d+)-[a-z-]+\.eml(\.part)?$/;

/** Where e-mail is written when SMTP_URL is not set. */
export function outboxFolder(dataDir: string): string {
  return join(dataDir, 'outbox');
}

/** The name of a message's file. It sorts in the order of queueing; a second attempt replaces the file. */
export function outboxFile({ id, createdAt, event }: MessageName): string {
  return `${outboxTime(createdAt)}-${id}-${event}.eml`;
}

/** Writes each message to its own file `<name>.eml`. Only the owner of the folder may read it: it is personal data. */
export async function openOutbox(folder: string): Promise<Transport> {
  const { createTransport } = await import('nodemailer');
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  composer.use('stream', encodeLookalikes);
  return async (mail, name) => {
    const { message } = await composer.sendMail(mail);
    await mkdir(dirname(folder), { recursive: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = join(folder, name);
    // The rename makes the file appear whole: programs that watch the folder never see half a message.
    await writeFile(`${file}.part`, message, { mode: 0o600 });
    await rename(`${file}.part`, file);
  };
}

/** The beginning of a file name: messages sort in the order of queueing. */
function outboxTime(queuedAt: Date): string {
  return queuedAt.toISOString().replaceAll(/[-:]|\.\d+/g, '');
}

/** Deletes the files of messages that were queued before an instant, and what a crash left of them. Does not touch other files. */
export async function deleteOutboxFiles(folder: string, before: Date): Promise<void> {
  const limit = outboxTime(before);
  for await (const { name } of await openFolder(folder)) {
    if (MESSAGE_FILE.test(name) && name < limit) await rm(join(folder, name), { force: true });
  }
}

/** Deletes the files of some messages, where they are. */
export async function removeFromOutbox(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names)
    for (const file of [name, `${name}.part`]) await rm(join(folder, file), { force: true });
}

/** The files of messages in a folder, with the ids of their messages; without what a write in progress has made. */
export async function* outboxFiles(folder: string): AsyncGenerator<{ name: string; id: number }> {
  for await (const { name } of await openFolder(folder)) {
    const id = MESSAGE_FILE.exec(name)?.groups?.['id'];
    if (id !== undefined && name.endsWith('.eml')) yield { name, id: Number(id) };
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
