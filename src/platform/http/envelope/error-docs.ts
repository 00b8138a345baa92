import type { ErrorCode } from '../../errors/domain-error';
import { type ErrorDoc, refusal } from './error-doc';
import { REQUEST_ERROR_DOCS } from './request-error-docs';

const SLOT = {
  start: '2026-12-01T09:45:00Z',
  end: '2026-12-01T10:30:00Z',
  ...{ date: '2026-12-01', time: '09:45' },
  providerId: 2,
  price: 38.5,
};

/** Failures that operations document, in the order of the checks, named by code; a code with several meanings has a name for each. */
export const ERROR_DOCS = {
  ...REQUEST_ERROR_DOCS,
  IDEMPOTENCY_KEY_IN_USE: {
    status: 409,
    code: 'UNPROCESSABLE_ENTITY',
    description: 'The first request with this `Idempotency-Key` is still running',
    message: 'The first request with this Idempotency-Key is still running; try again shortly',
    details: { reason: 'idempotency_key_in_use' },
  },
  IDEMPOTENCY_KEY_REUSED: refusal(
    'idempotency_key_reused',
    'The `Idempotency-Key` was used for another request',
    'This Idempotency-Key has been used for another request',
  ),
  VALIDATION_ERROR: {
    status: 422,
    code: 'VALIDATION_ERROR',
    description: 'Fields are not valid: `details` maps each field path to a message',
    message: 'The request has invalid fields',
    details: { name: 'is required' },
  },
  NOT_FOUND: {
    status: 404,
    code: 'NOT_FOUND',
    description: 'The resource does not exist',
    message: 'No such resource',
  },
  PRECONDITION_FAILED: {
    status: 412,
    code: 'UNPROCESSABLE_ENTITY',
    description: '`If-Match` failed: the resource has changed since it was read. Nothing was written',
    message: 'It is not, or no longer, in the state that the request names; read it again',
    details: { reason: 'precondition_failed' },
  },
  UNPROCESSABLE_ENTITY: {
    status: 422,
    code: 'UNPROCESSABLE_ENTITY',
    description: 'A rule refuses the time: `details.reason` names the rule',
    message: 'This time is already taken',
    details: { reason: 'slot_taken', alternatives: [SLOT] },
  },
  OCCURRENCES_REFUSED: {
    status: 422,
    code: 'UNPROCESSABLE_ENTITY',
    description: 'Occurrences of the series cannot be had: `details.occurrences` has each with its reason',
    message: 'Occurrences of the series cannot be booked',
    details: {
      reason: 'occurrences_refused',
      occurrences: [{ date: '2026-12-08', start: '15:00', reason: 'slot_taken', alternatives: [] }],
    },
  },
  VISIT_REFUSED: {
    status: 422,
    code: 'UNPROCESSABLE_ENTITY',
    schema: 'VisitRefusedError',
    description:
      'A rule refuses an item of the visit: `details.item` is its index, `details.reason` names the rule',
    message: 'This time is already taken',
    details: {
      reason: 'slot_taken',
      item: 1,
      alternatives: [{ start: SLOT.start, end: SLOT.end, items: [{ ...SLOT, serviceId: 1 }] }],
    },
  },
  ANSWER_TOO_LARGE: refusal(
    'answer_too_large',
    'The answer would have more than 4 MB',
    'The answer would have more than 4 MB; ask for less',
  ),
  BROWSER_LIMIT: {
    status: 422,
    code: 'UNPROCESSABLE_ENTITY',
    description: 'A browser key has booked as much for the client address, or for the guest, as it may',
    message: 'As many appointments as are allowed were booked from here, or for this address, within a day',
    details: { reason: 'limit_reached', limit: 'browser', alternatives: [] },
  },
  TOO_MANY_HOLDS: refusal(
    'too_many_holds',
    'The API key has 100 live holds already, or the visitor of a page 3',
    'This API key has 100 holds already',
  ),
  TOO_MANY_APPOINTMENTS: refusal(
    'too_many_appointments',
    'More than 500 appointments would be cancelled, completed or given to others',
    'More than 500 appointments would change; choose a shorter time',
  ),
  HOLD_EXPIRED: refusal(
    'hold_expired',
    'The hold has expired, was used or was released',
    'This hold has expired, or does not exist',
  ),
  TOO_LATE: {
    status: 422,
    code: 'UNPROCESSABLE_ENTITY',
    description: 'The last moment of the policy has passed: `details` has it, and whom to ask instead',
    message: 'It is too late to do this by the link; please ask the business',
    details: {
      reason: 'too_late',
      until: '2026-11-30T09:00:00Z',
      policyText: 'Free of charge until the day before.',
      business: { name: 'Studio Linde', address: null, email: null, phone: '+49 30 901820' },
      contact: { name: 'Studio Linde', email: null, phone: '+49 30 901820' },
    },
  },
  NOT_POSSIBLE: refusal(
    'not_possible',
    'What the link is about has nothing that this could change',
    'Nothing here can be moved',
  ),
  TOO_MANY_ENTRIES: refusal(
    'too_many_entries',
    'The customer has 20 open entries already, or the waitlist has 10,000',
    'This customer has 20 open entries already',
  ),
  TOO_MANY_BUSY_CALENDARS: refusal(
    'too_many_busy_calendars',
    'The provider has 10 busy calendars already',
    'This provider has 10 busy calendars already',
  ),
  CURSOR_EXPIRED: refusal(
    'cursor_expired',
    'Events after the cursor have been deleted',
    'Events after this one are no longer kept',
  ),
  TOO_MANY_WEBHOOKS: refusal(
    'too_many_webhooks',
    'There are 100 webhooks already',
    'There are 100 webhooks already',
  ),
  WEBHOOK_INACTIVE: refusal(
    'webhook_inactive',
    'Nothing is sent to a webhook that is not active',
    'This webhook is not active',
  ),
  REPLAY_PENDING: refusal(
    'replay_pending',
    'Replays are still to send more than 10,000 events to this webhook',
    'More than 10000 events are still to be sent to this webhook again',
  ),
  LAST_ADMIN: refusal(
    'last_admin',
    'The user is the last active administrator',
    'User 1 is the last active user with the role admin',
  ),
  PROVIDER_ROLE: refusal(
    'provider_role',
    'The user is a provider, and keeps that role',
    'User 2 is a provider and keeps that role; user deactivate ends the work of a provider',
  ),
  BEYOND: {
    status: 422,
    code: 'UNPROCESSABLE_ENTITY',
    description: 'It would give more than the key of the request has: `details.beyond` lists the options',
    message: 'This gives more than the key of the request has itself: scopes, expiresAt',
    details: { reason: 'beyond', beyond: ['scopes', 'expiresAt'] },
  },
  USER_INACTIVE: refusal('user_inactive', 'The user is not active', 'User 2 is not active'),
  KEY_ENDED: refusal(
    'key_ended',
    'The key has expired',
    'Key 3 has been revoked or has expired; create a new one',
  ),
  KEY_ROTATED: refusal(
    'key_rotated',
    'The key has a successor already',
    'Key 4 takes the place of key 3 already',
  ),
  RESOURCE_IN_USE: refusal(
    'resource_in_use',
    'An appointment or a hold that is not over takes the resource',
    'An appointment or a hold takes this resource',
  ),
  UPCOMING_APPOINTMENTS: refusal(
    'upcoming_appointments',
    'The customer has upcoming appointments',
    'The customer has 2 upcoming appointments; cancel or remove them first',
  ),
  CUSTOMER_ERASED: refusal(
    'customer_erased',
    'The customer was erased',
    'The customer was erased and cannot be changed',
  ),
  NO_ADDRESS: refusal(
    'no_address',
    'The customer has no address for the channel',
    'The customer has no e-mail address',
  ),
  TOO_MANY_MESSAGES: refusal(
    'too_many_messages',
    'Too many messages were queued for this appointment',
    'This appointment has had 5 messages within an hour',
  ),
  appointments_exist: {
    status: 422,
    code: 'appointments_exist',
    description: 'The customer has appointments',
    message: 'The customer has appointments; remove them first',
    details: { reason: 'appointments_exist' },
  },
  SERVER_ERROR: {
    status: 500,
    code: 'SERVER_ERROR',
    description: 'The service failed; the log has the cause under `details.requestId`',
    message: 'Something went wrong on our side',
    details: { requestId: '4f8c3c1e-7d0b-4a53-9c55-0d6a3a0e7f51' },
  },
  UNAVAILABLE: {
    status: 503,
    code: 'SERVER_ERROR',
    description: 'The database cannot be reached or is overloaded: retry after `Retry-After` seconds',
    message: 'The database is away; try again shortly',
  },
} as const satisfies Readonly<Record<ErrorCode, ErrorDoc>> & Readonly<Record<string, ErrorDoc>>;

export type ErrorName = keyof typeof ERROR_DOCS;

export const ERROR_NAMES = Object.keys(ERROR_DOCS) as readonly ErrorName[];
