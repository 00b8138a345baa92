/** A group of operations. Its paths begin with its name in lower case, where no segments are given. */
type Section = readonly [
  name: string,
  description: string,
  segments?: readonly string[],
  /** Whether a page needs it to show visitors what can be booked. */
  isForVisitors?: true,
];

/** The base interface, each section after those that its examples need. */
export const BASE: readonly Section[] = [
  ['Services', 'What can be booked.', ['services'], true],
  [
    'Providers',
    'The people who can be booked, with their weekly schedules, special hours and time off.',
    ['providers'],
    true,
  ],
  [
    'Availability',
    'The times at which a service can be booked. Every offered time can be booked.',
    ['availability'],
    true,
  ],
  ['Appointments', 'Book, move, cancel and read appointments.'],
  ['Customers', 'The people for whom appointments are made.'],
  ['Categories', 'Groups of services.', ['categories'], true],
  [
    'Business hours',
    'The daily window and the weekdays of the business, and the dates that differ.',
    ['business-hours', 'special-hours'],
  ],
  ['Closures', 'Intervals in which the whole business, or one location, is shut.'],
  ['Locations', 'The places where appointments happen.', ['locations'], true],
];
export const FURTHER: readonly Section[] = [
  ['Catalogue', 'All that can be booked, in one answer.', ['catalogue'], true],
  ['Series', 'Appointments that recur.'],
  ['Visits', 'Several services in a row for one customer.'],
  ['Holds', 'Times that are kept for a while, until they are booked.'],
  ['Challenge', 'Work that the browser of a visitor does before it books.'],
  ['Waitlist', 'Customers who wait for a time, and what they are offered.'],
  ['Group sessions', 'Appointments that share a service, a provider and a time.', ['sessions']],
  ['Manage', 'What customers do by their links: see, move and cancel what they have booked.'],
  ['Resources', 'Rooms, chairs and equipment, with their time off.'],
  ['Events', 'What has happened, in the order in which it did.'],
  ['Calendars', 'Appointments for calendar programs.', ['feeds', 'feed']],
  ['Webhooks', 'URLs that are sent events as they happen, and what became of each delivery.'],
  ['Reports', 'How much of the working time is booked, and what came of it.'],
  ['Users', 'The people and programs that have API keys, and their roles.'],
  ['API keys', 'Keys: what they may do, how long they work, and new ones in their place.', ['api-keys']],
  ['Audit', 'Every change, with its author.'],
];

/** The first segments of all paths. */
export const FIRST_SEGMENTS: readonly string[] = [...BASE, ...FURTHER].flatMap(
  ([name, , segments = [name.toLowerCase()]]) => segments,
);

/** The first segments of what a page needs to show visitors what can be booked. */
export const VISITOR_SEGMENTS: readonly string[] = [...BASE, ...FURTHER].flatMap(
  ([, , segments = [], isForVisitors]) => (isForVisitors ? segments : []),
);
