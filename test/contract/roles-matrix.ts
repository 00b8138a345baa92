import type { Role } from '../../src/people/users/user.entity';

/** The callers of an operation: all (`public`), or those with one of these roles. */
export type Who = 'public' | readonly Role[];

/** One operation: verb, path, who may call it, and the statuses that the interface names for it. */
export type Row = readonly [method: string, path: string, who: Who, statuses: readonly number[]];

const ANY: Who = ['admin', 'provider', 'staff'];
const ADMIN: Who = ['admin'];
const ADMIN_OR_PROVIDER: Who = ['admin', 'provider'];

/** The 63 operations of the interface, table by table (docs/interface.md, Endpoints; People and roles). */
export const INTERFACE: readonly Row[] = [
  ['GET', '/appointments', ANY, [200, 401, 429]],
  ['POST', '/appointments', ANY, [201, 401, 422]],
  ['GET', '/appointments/counts', ANY, [200, 401]],
  ['GET', '/appointments/summary', ANY, [200, 401]],
  ['GET', '/appointments/search', ANY, [200, 401]],
  ['GET', '/appointments/filters', ANY, [200, 401]],
  ['POST', '/appointments/check-availability', ANY, [200, 401]],
  ['GET', '/appointments/{id}', ANY, [200, 401, 404]],
  ['PATCH', '/appointments/{id}', ANY, [200, 401, 422]],
  ['DELETE', '/appointments/{id}', ANY, [200, 401, 404]],
  ['PATCH', '/appointments/{id}/status', ANY, [200, 401, 422]],
  ['PATCH', '/appointments/{id}/notes', ANY, [200, 401]],
  ['PATCH', '/appointments/{id}/payment-status', ANY, [200, 401]],
  ['POST', '/appointments/{id}/notify', ANY, [200, 401]],

  ['GET', '/availability/slots', ANY, [200]],
  ['POST', '/availability/check', ANY, [200]],
  ['GET', '/availability/summary', ANY, [200]],
  ['GET', '/availability/calendar', ANY, [200]],
  ['GET', '/availability/next-available', ANY, [200]],

  ['GET', '/services', ANY, [200, 401]],
  ['POST', '/services', ADMIN_OR_PROVIDER, [201, 401, 403, 422]],
  ['GET', '/services/{id}', ANY, [200, 404]],
  ['PUT', '/services/{id}', ADMIN_OR_PROVIDER, [200, 403, 422]],
  ['PATCH', '/services/{id}', ADMIN_OR_PROVIDER, [200, 403, 422]],
  ['DELETE', '/services/{id}', ADMIN_OR_PROVIDER, [200, 403]],

  ['GET', '/categories', ANY, [200, 401]],
  ['POST', '/categories', ADMIN_OR_PROVIDER, [201, 403, 422]],
  ['GET', '/categories/{id}', ANY, [200, 404]],
  ['PUT', '/categories/{id}', ADMIN_OR_PROVIDER, [200, 403, 422]],
  ['PATCH', '/categories/{id}', ADMIN_OR_PROVIDER, [200, 403]],
  ['DELETE', '/categories/{id}', ADMIN_OR_PROVIDER, [200, 403]],

  ['GET', '/providers', 'public', [200]],
  // "admin or provider role (a key that creates providers must belong to an admin)"
  ['POST', '/providers', ADMIN, [201, 403, 422]],
  ['GET', '/providers/{id}', ANY, [200, 404]],
  ['PUT', '/providers/{id}', ADMIN_OR_PROVIDER, [200, 403, 422]],
  ['PATCH', '/providers/{id}', ADMIN_OR_PROVIDER, [200, 403]],
  ['DELETE', '/providers/{id}', ADMIN, [200, 403]],
  ['GET', '/providers/{id}/services', 'public', [200]],
  ['GET', '/providers/{id}/appointments', 'public', [200]],
  ['GET', '/providers/{id}/schedule', 'public', [200]],
  ['POST', '/providers/{id}/profile-image', ADMIN_OR_PROVIDER, [200, 400, 401, 404]],
  ['GET', '/providers/slug/{slug}/services', 'public', [200, 404]],

  ['GET', '/customers', ANY, [200, 401]],
  ['POST', '/customers', ANY, [201, 403, 422]],
  ['GET', '/customers/{id}', ANY, [200, 404]],
  ['PUT', '/customers/{id}', ANY, [200, 403, 422]],
  ['PATCH', '/customers/{id}', ANY, [200, 403]],
  ['DELETE', '/customers/{id}', ANY, [200, 403, 422]],
  ['GET', '/customers/{id}/appointments', ANY, [200, 401]],
  ['GET', '/customers/{id}/appointments/upcoming', ANY, [200, 401]],
  ['GET', '/customers/{id}/appointments/history', ANY, [200, 401]],
  ['GET', '/customers/{id}/appointments/stats', ANY, [200, 401]],
  ['GET', '/customers/{id}/autofill', ANY, [200, 401]],

  ['GET', '/business-hours', ANY, [200, 401]],
  ['PUT', '/business-hours', ADMIN, [200, 403, 422]],
  ['POST', '/business-hours', ADMIN, [200, 403, 422]],

  ['GET', '/locations', 'public', [200]],
  ['POST', '/locations', ANY, [201, 401, 422]],
  ['GET', '/locations/{id}', 'public', [200, 404]],
  ['PUT', '/locations/{id}', ANY, [200, 401]],
  ['PATCH', '/locations/{id}', ANY, [200, 401]],
  ['DELETE', '/locations/{id}', ANY, [200, 401]],
  ['POST', '/locations/{id}/set-primary', ANY, [200, 401]],
];

/** The operations that extend the interface (docs/interface.md, Other resources). */
export const ADDITIONS: readonly Row[] = [
  ['GET', '/closures', ANY, []],
  ['POST', '/closures', ADMIN, []],
  ['DELETE', '/closures/{id}', ADMIN, []],
  ['GET', '/providers/{id}/time-off', ANY, []],
  ['POST', '/providers/{id}/time-off', ADMIN_OR_PROVIDER, []],
  ['DELETE', '/providers/{id}/time-off/{timeOffId}', ADMIN_OR_PROVIDER, []],
  ['GET', '/special-hours', ANY, []],
  ['PUT', '/special-hours/{date}', ADMIN, []],
  ['DELETE', '/special-hours/{date}', ADMIN, []],
  ['GET', '/providers/{id}/special-hours', ANY, []],
  ['PUT', '/providers/{id}/special-hours/{date}', ADMIN_OR_PROVIDER, []],
  ['DELETE', '/providers/{id}/special-hours/{date}', ADMIN_OR_PROVIDER, []],
  ['POST', '/availability/search', ANY, []],
  ['GET', '/sessions', ANY, []],
  ['POST', '/series', ANY, []],
  ['GET', '/series/{id}', ANY, []],
  ['PATCH', '/series/{id}', ANY, []],
  ['POST', '/visits', ANY, []],
  ['GET', '/visits/{id}', ANY, []],
  ['PATCH', '/visits/{id}', ANY, []],
  ['GET', '/holds', ANY, []],
  ['POST', '/holds', ANY, []],
  ['GET', '/holds/{id}', ANY, []],
  ['DELETE', '/holds/{id}', ANY, []],
  ['GET', '/waitlist', ANY, []],
  ['POST', '/waitlist', ANY, []],
  ['GET', '/waitlist/{id}', ANY, []],
  ['DELETE', '/waitlist/{id}', ANY, []],
  ['POST', '/waitlist/{id}/accept', ANY, []],
  ['POST', '/waitlist/{id}/decline', ANY, []],
  ['GET', '/resources', ANY, []],
  ['POST', '/resources', ADMIN_OR_PROVIDER, []],
  ['GET', '/resources/{id}', ANY, []],
  ['PUT', '/resources/{id}', ADMIN_OR_PROVIDER, []],
  ['PATCH', '/resources/{id}', ADMIN_OR_PROVIDER, []],
  ['DELETE', '/resources/{id}', ADMIN_OR_PROVIDER, []],
  ['GET', '/resources/{id}/time-off', ANY, []],
  ['POST', '/resources/{id}/time-off', ADMIN_OR_PROVIDER, []],
  ['DELETE', '/resources/{id}/time-off/{timeOffId}', ADMIN_OR_PROVIDER, []],
  ['GET', '/appointments/{id}/notifications', ANY, []],
  ['GET', '/audit', ADMIN, []],
];

export const MATRIX: readonly Row[] = [...INTERFACE, ...ADDITIONS];
