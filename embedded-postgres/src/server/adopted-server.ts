import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { answers } from './application-database';
import { readRecord } from '../ownership/connection-record';
import type { EmbeddedServer } from '../embedded-server';
import type { MetOwner } from '../ownership/owner-lock';
import { askOwner, becomeTenant } from '../ownership/owner-probe';

/** The server of a living owner; undefined when that owner is gone or going. */
export async function adoptServer(home: string, owner: MetOwner): Promise<EmbeddedServer | undefined> {
  const leave = becomeTenant(owner.port);
  const record = await readRecord(home);
  // The record of another start is what an owner that was killed has left behind.
  if (record?.nonce === owner.nonce && record.url !== undefined && (await answers(record.url))) {
    const now = await askOwner(owner.port, owner.identity);
    // An owner that is still ready by now has noticed us, and will wait for us before it stops.
    if (typeof now !== 'string' && now.nonce === owner.nonce && now.phase === 'ready') {
      const location = await realpath(path.join(home, 'postgres'));
      const stop = () => {
        leave();
        return Promise.resolve();
      };
      return { url: record.url, adopted: true, location, stop };
    }
  }
  leave();
  return undefined;
}
