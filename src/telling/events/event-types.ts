/** The types of events (docs/reference/events.md): the resource, and what happened to it. */
export const EVENT_TYPES = [
  'appointment.booked',
  'appointment.moved',
  'appointment.arrived',
  'appointment.changed',
  'appointment.cancelled',
  'appointment.expired',
  'appointment.completed',
  'appointment.no_show',
  'appointment.reopened',
  'appointment.deleted',
  'hold.placed',
  'hold.expired',
  'hold.released',
  'waitlist.added',
  'waitlist.offered',
  'waitlist.booked',
  'waitlist.expired',
  'waitlist.withdrawn',
  'message.due',
  'customer.created',
  'customer.changed',
  'customer.deleted',
  'customer.erased',
  'service.created',
  'service.changed',
  'service.deleted',
  'category.created',
  'category.changed',
  'category.deleted',
  'provider.created',
  'provider.changed',
  'provider.deleted',
  'location.created',
  'location.changed',
  'location.deleted',
  'resource.created',
  'resource.changed',
  'resource.deleted',
  'business_hours.changed',
  'special_hours.changed',
  'closure.created',
  'closure.changed',
  'closure.deleted',
  'time_off.created',
  'time_off.changed',
  'time_off.deleted',
  'user.created',
  'user.changed',
  'user.deleted',
  'api_key.created',
  'api_key.changed',
  'api_key.rotated',
  'api_key.deleted',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Whether this version knows a type. */
export function isEventType(type: string): type is EventType {
  return (EVENT_TYPES as readonly string[]).includes(type);
}

/** The first words of the types: what `resource` of an event names. */
export const EVENT_RESOURCES = [...new Set(EVENT_TYPES.map(resourceOf))] as const;
export type EventResource = EventType extends `${infer Resource}.${string}` ? Resource : never;

/** The same resources as paths and the audit trail name them. */
export const PATH_NAMES = {
  appointment: 'appointments',
  hold: 'holds',
  waitlist: 'waitlist',
  message: 'notifications',
  customer: 'customers',
  service: 'services',
  category: 'categories',
  provider: 'providers',
  location: 'locations',
  resource: 'resources',
  business_hours: 'business-hours',
  special_hours: 'special-hours',
  closure: 'closures',
  time_off: 'time-off',
  user: 'users',
  api_key: 'api-keys',
} as const satisfies Readonly<Record<EventResource, string>>;

/** Resources whose events are `created`, `changed` and `deleted`. */
export type PlainResource = {
  [Resource in EventResource]: `${Resource}.${'created' | 'changed'}` extends EventType ? Resource : never;
}[EventResource];
export const PLAIN_RESOURCES = EVENT_RESOURCES.filter((resource): resource is PlainResource =>
  ['created', 'changed'].every((what) => isEventType(`${resource}.${what}`)),
);

export function resourceOf(type: EventType): EventResource {
  return type.slice(0, type.indexOf('.')) as EventResource;
}

/** What selects types: a type, or all types of a resource, such as `appointment.*`. */
export const TYPE_PATTERNS: readonly string[] = [
  ...EVENT_TYPES,
  ...EVENT_RESOURCES.map((resource) => `${resource}.*`),
];

/** The types that a list of patterns selects, in the order of `EVENT_TYPES`. */
export function typesOf(patterns: readonly string[]): EventType[] {
  return EVENT_TYPES.filter((type) => patterns.includes(type) || patterns.includes(`${resourceOf(type)}.*`));
}
