import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Transport } from './transport';

/** Writes each message to a file of its own, `<name>.eml`, for the owner of the folder alone: it says who comes when. */
export async function openOutbox(folder: string): Promise<Transport> {
  const { createTransport } = await import('nodemailer');
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return async (mail, name) => {
    const { message } = await composer.sendMail(mail);
    await mkdir(dirname(folder), { recursive: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = join(folder, `${name}.eml`);
    // Whole or not at all: whoever watches the folder never sees half a message.
    await writeFile(`${file}.part`, message, { mode: 0o600 });
    await rename(`${file}.part`, file);
  };
}
