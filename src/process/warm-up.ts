import type { INestApplicationContext } from '@nestjs/common';
import { AppointmentsQueries } from '../booking/appointments/appointments.queries';
import { AppointmentPages } from '../booking/appointments/reading/appointment-pages.queries';
import { SnapshotQueries } from '../booking/diary/snapshot/snapshot.queries';
import { ServicesService } from '../business/services/services.service';
import { KeyCallers } from '../people/api-keys/key-callers';
import { formatKey, mintKey } from '../people/api-keys/key';
import { DatabaseConnection } from '../platform/database/connection/connection';
import { ShortReads } from '../platform/database/reads/short-reads';
import { withTimeout } from '../platform/async/with-timeout';

/** PostgreSQL plans the first five executions of a statement on a connection anew, then once for all. */
const EXECUTIONS = 6;
/** A busy database must not delay the start for longer, in ms. */
const DEADLINE_MS = 1_000;

/**
 * Opens the connections for short reads and executes the most frequent reads on each, before the service is ready. The first
 * execution on a connection takes PostgreSQL twenty times as long as later ones, because it reads its catalogs and plans.
 */
export async function warmUp(app: INestApplicationContext): Promise<void> {
  if (!app.get(DatabaseConnection).isOpen) return;
  await withTimeout(DEADLINE_MS, readEverywhere(app)).catch(() => undefined);
}

async function readEverywhere(app: INestApplicationContext): Promise<void> {
  const connections = await app.get(ShortReads).openAll();
  for (const read of frequentReads(app)) {
    // Reads that are sent together are spread over the connections.
    const sent = Array.from({ length: connections * EXECUTIONS }, read);
    await Promise.allSettled(sent);
  }
}

/** They need not find anything. */
function frequentReads(app: INestApplicationContext): readonly (() => Promise<unknown>)[] {
  const unknownKey = formatKey(mintKey());
  const within = { start: 0, end: 0 };
  const lists = [
    () => app.get(AppointmentPages).page({ filters: {}, window: {} }),
    () => app.get(ServicesService).list({}, true),
  ];
  return [
    () => app.get(KeyCallers).findCaller(unknownKey),
    () => app.get(AppointmentsQueries).get(1),
    () => app.get(SnapshotQueries).snapshot({ serviceId: 1, providerId: 1, within }),
    ...lists,
    ...lists, // A repeated list is read by another statement (`KnownReads`).
  ];
}
