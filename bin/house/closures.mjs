/** What must be loaded, and so can take part, when a path runs. */
import { importsOf, pathOf } from './imports.mjs';

/** The paths, each by the file where it leaves its handler or its queue. */
const PATHS = {
  filesOfBooking: 'src/booking/appointments/appointments.service.ts',
  filesOfLinkMove: 'src/booking/manage/managed-actions.ts',
  filesOfReassignment: 'src/booking/reassignment/absent-appointments.ts',
  filesOfWebhook: 'src/telling/webhooks/sending/webhook-sender.ts',
};

/**
 * How many files each path loads, types left out, the path's own included. `src/platform` does not count: all paths share it.
 * @returns {Record<string, number>} 0 where there is no such file
 */
export function closuresOf(sources) {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  return Object.fromEntries(
    Object.entries(PATHS).map(([name, start]) => [name, byPath.has(start) ? sizeFrom(start, byPath) : 0]),
  );
}

function sizeFrom(start, byPath) {
  const found = new Set([start]);
  for (const path of found)
    for (const name of importsOf(byPath.get(path), { values: true })) {
      const target = pathOf(name, byPath);
      if (byPath.has(target)) found.add(target);
    }
  return [...found].filter((path) => !path.startsWith('src/platform/')).length;
}
