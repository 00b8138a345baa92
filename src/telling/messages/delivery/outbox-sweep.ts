import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { Config } from '../../../platform/config/config';
import { Database, type Statement } from '../../../platform/database/database';
import { inBatches } from '../../../platform/values/batches';
import { outboxFiles, outboxFolder } from '../mail/outbox';

/** How many files one statement looks up. */
const BATCH = 1_000;
/** The headers of a message are shorter, in bytes. */
const HEAD = 8_192;

/** Which of the ids $1 have no message, and the UUID of this installation. */
const FIND_GONE: Statement = {
  name: 'messages.find-gone',
  text: `
    select files.id, (select uuid from instance) as instance from unnest($1::int[]) files(id)
    where not exists (select from notifications n where n.id = files.id)`,
};

interface OutboxFile {
  readonly name: string;
  readonly id: number;
}

/**
 * Deletes the files of messages that were deleted, such as those to an erased customer. An erasure deletes the files that it can
 * reach; this finds those in the outbox of another process, and those of messages that were being sent meanwhile.
 */
@Injectable()
export class OutboxSweep {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
  ) {}

  async run(): Promise<void> {
    const files = outboxFiles(outboxFolder(this.config.dataDir));
    for await (const batch of inBatches(files, BATCH)) await this.sweep(batch);
  }

  private async sweep(files: readonly OutboxFile[]): Promise<void> {
    const ids = files.map(({ id }) => id);
    const gone = await this.database.rows<{ id: number; instance: string }>(FIND_GONE, [ids]);
    const instances = new Map(gone.map(({ id, instance }) => [id, instance]));
    for (const { name, id } of files) {
      const instance = instances.get(id);
      const path = join(outboxFolder(this.config.dataDir), name);
      // Another installation may write to the same folder.
      if (instance !== undefined && (await isMessage(path, id, instance))) await rm(path, { force: true });
    }
  }
}

/** Whether a file begins with the Message-ID of a message of this installation. */
async function isMessage(path: string, id: number, instance: string): Promise<boolean> {
  const file = await open(path).catch(() => undefined);
  if (file === undefined) return false;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    return buffer.toString('latin1', 0, bytesRead).includes(`<notification-${id}.${instance}@`);
  } finally {
    await file.close();
  }
}
