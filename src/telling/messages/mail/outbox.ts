import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Transport } from './transport';

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
