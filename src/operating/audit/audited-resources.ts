import { PATH_NAMES } from '../../telling/events/event-types';

/** The audited resources that have no events of their own. */
const WITHOUT_EVENTS = [
  'business-feeds',
  'busy-calendars',
  'feeds',
  'location-feeds',
  'series',
  'visits',
  'webhooks',
] as const;

export type AuditedResource = (typeof PATH_NAMES)[keyof typeof PATH_NAMES] | (typeof WITHOUT_EVENTS)[number];

/** The audited resources, named as in the API. The triggers of the migrations write these names. */
export const RESOURCES: readonly AuditedResource[] = [
  ...Object.values(PATH_NAMES),
  ...WITHOUT_EVENTS,
].toSorted();
