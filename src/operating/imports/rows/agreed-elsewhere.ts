import type { Snapshot } from '../../../booking/diary/snapshot/snapshot';

/**
 * For what was agreed in another system: the service and the providers count as active, and each provider as offering the service. What
 * is taken stays taken.
 */
export function agreedElsewhere(snapshot: Snapshot): Snapshot {
  const service = snapshot.service && { ...snapshot.service, isAvailable: true };
  const calendars = snapshot.calendars.map((calendar) => {
    return { ...calendar, isAvailable: true, offersService: true };
  });
  return { ...snapshot, service, calendars };
}
