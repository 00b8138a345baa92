import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { answers } from './application-database';
import { readRecord } from '../ownership/connection-record';
import type { EmbeddedServer } from '../embedded-server';
import type { FoundOwner } from '../ownership/owner-lock';
import { askOwner, becomeTenant } from '../ownership/owner-probe';

/** Joins the server of a living owner. @returns undefined when the owner has stopped, or is stopping */
export async function adoptServer(home: string, owner: FoundOwner): Promise<EmbeddedServer | undefined> {
  const leave = becomeTenant(owner.port);
  const record = await readRecord(home);
  // A record with another nonce was left by an owner that was killed.
  if (record?.nonce === owner.nonce && record.url !== undefined && (await answers(record.url))) {
    const now = await askOwner(owner.port, owner.identity);
    // An owner that is still ready now has seen our connection, and waits for us before it stops.
    if (typeof now !== 'string' && now.nonce === owner.nonce && now.phase === 'ready') {
      const location = await realpath(path.join(home, 'postgres'));
      const stop = () => {
        leave();
        return Promise.resolve();
      };
      // An owner of an earlier release names one URL, that of the superuser.
      const { url, superuserUrl = url } = record;
      return { url, superuserUrl, adopted: true, location, stop };
    }
  }
  leave();
  return undefined;
}
