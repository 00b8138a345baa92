import type { World } from './world';

type Surroundings = Pick<
  World,
  'service' | 'needs' | 'schedule' | 'busy' | 'timeOff' | 'busyElsewhere' | 'closures'
>;

/** The world with long hours, and little that is in the way. */
export function mostlyFree<T extends Surroundings>(world: T): T {
  const service = { ...world.service, minNoticeMin: 0, maxAdvanceDays: 365 };
  const needs = world.needs.slice(0, world.busy.length % 2);
  const longHours = world.schedule?.map((entry, i, entries) => {
    const { day, endMin } = entries[i - 1] ?? { day: undefined, endMin: 0 };
    const isAfter = day === entry.day && endMin <= entry.startMin;
    return { ...entry, startMin: isAfter ? endMin : 0, breaks: entry.breaks.slice(0, 1) };
  });
  return {
    ...world,
    service,
    needs,
    schedule: longHours ?? null,
    busy: world.busy.slice(0, 2),
    timeOff: [],
    busyElsewhere: [],
    closures: [],
  };
}
