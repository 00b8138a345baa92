import { QUESTION_TYPES } from '../../../business/services/questions/service-question';
import type { Business } from '../../../platform/config/business';
import { answered, AnswerOf } from '../../../platform/http/validation/members';
import {
  DATE,
  FLAG,
  INSTANT,
  INTEGER,
  one,
  orNull,
  several,
  TEXT,
  URI,
} from '../../../platform/http/validation/shapes';
import { oneOf } from '../../../platform/http/validation/text-types';
import { WEEKDAYS } from '../../../platform/time/weekdays';
import { CANCELLED_BY, STATUSES } from '../../appointment-status';
import { WAITLIST_STATUSES } from '../../waitlist/waitlist-status';

export const UNTIL = 'It still counts; null: the start of the appointment';

export class ManagedPlace extends AnswerOf({
  name: answered(TEXT, { example: 'Main salon' }),
  address: answered(orNull(TEXT), { example: 'Lindenstraße 14, 10969 Berlin' }),
}) {}

const WHAT_AND_WHERE = {
  service: answered(TEXT, { example: 'Haircut', description: 'Its name' }),
  location: answered(orNull(one(ManagedPlace)), { description: 'null: no location is named' }),
};

/** An appointment, without anything of the customer but the answers. */
export class ManagedAppointmentResponse extends AnswerOf({
  ...WHAT_AND_WHERE,
  provider: answered(TEXT, { example: 'Ana Silva', description: 'The name' }),
  start: answered(INSTANT, { example: '2026-12-01T09:00:00Z', description: 'On the clock of `timezone`' }),
  end: answered(INSTANT, { example: '2026-12-01T09:45:00Z' }),
  timezone: answered(TEXT, { example: 'UTC', description: 'Where it takes place (an IANA name)' }),
  seats: answered(INTEGER, { example: 1 }),
  status: answered(oneOf(STATUSES), { example: 'confirmed' }),
  expiresAt: answered(orNull(INSTANT), {
    example: null,
    description: 'Until when a pending one is kept; null: it does not end by itself',
  }),
  cancelledBy: answered(orNull(oneOf(CANCELLED_BY)), { example: null }),
  cancelUntil: answered(orNull(INSTANT), {
    example: '2026-11-30T09:00:00Z',
    description: `The last moment to cancel it, by its service alone. ${UNTIL}`,
  }),
  moveUntil: answered(orNull(INSTANT), {
    example: '2026-11-30T09:00:00Z',
    description: `The last moment to move it, by its service alone. ${UNTIL}`,
  }),
  policyText: answered(orNull(TEXT), {
    example: 'Free of charge until the day before.',
    description:
      'What the service says of cancelling and moving, and after an empty line what the place says',
  }),
  manageUrl: answered(orNull(URI), {
    example: null,
    description:
      'Of an occurrence of a series, and of what an accepted offer became: its own link, by which it can be changed. Else null',
  }),
}) {}

/** A time that is kept for the customer. */
export class ManagedOfferResponse extends AnswerOf({
  provider: answered(TEXT, { example: 'Ana Silva' }),
  location: WHAT_AND_WHERE.location,
  start: answered(INSTANT, { example: '2026-12-01T09:00:00Z' }),
  end: answered(INSTANT, { example: '2026-12-01T09:45:00Z' }),
  timezone: answered(TEXT, { example: 'UTC' }),
  expiresAt: answered(INSTANT, { example: '2026-11-20T14:35:11Z' }),
}) {}

/** An entry of the waitlist. */
export class ManagedEntryResponse extends AnswerOf({
  ...WHAT_AND_WHERE,
  provider: answered(orNull(TEXT), { example: 'Ana Silva', description: 'Null where the entry names none' }),
  status: answered(oneOf(WAITLIST_STATUSES), { example: 'offered' }),
  from: answered(DATE, { example: '2026-12-01' }),
  to: answered(DATE, { example: '2026-12-18' }),
  timeFrom: answered(orNull(TEXT), { example: '09:00' }),
  timeTo: answered(orNull(TEXT), { example: null }),
  weekdays: answered(orNull(several(oneOf(WEEKDAYS))), { example: ['monday'] }),
  timezone: answered(TEXT, { example: 'UTC' }),
  offer: answered(orNull(one(ManagedOfferResponse)), {
    description: 'What can be accepted or declined; null: nothing is offered',
  }),
}) {}

/** A question of a service. */
export class ManagedQuestionResponse extends AnswerOf({
  key: answered(TEXT, { example: 'allergies', description: 'The key of its answer' }),
  label: answered(TEXT, {
    example: 'Do you have allergies?',
    description: 'In the language of the customer',
  }),
  type: answered(oneOf(QUESTION_TYPES), { example: 'text' }),
  required: answered(FLAG, { example: false }),
  choices: answered(several(TEXT), { example: [], description: 'Of the type `choice`; else empty' }),
}) {}

/** Whom to ask: the place, and the business in what the place has not. */
export class ManagedBusinessResponse extends AnswerOf({
  name: answered(TEXT, { example: 'Studio Linde' }),
  address: answered(orNull(TEXT), { example: null }),
  email: answered(orNull(TEXT), { example: 'hello@studio-linde.example' }),
  phone: answered(orNull(TEXT), { example: '+49 30 901820' }),
}) {}

export function toManagedBusiness({ name, address, email, phone }: Business): ManagedBusinessResponse {
  return { name, address: address ?? null, email: email ?? null, phone: phone ?? null };
}
