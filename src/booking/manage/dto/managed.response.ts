import type { ServiceQuestion } from '../../../business/services/questions/service-question';
import { ANSWERS } from '../../answers/answers.dto';
import type { Business } from '../../../platform/config/business';
import type { Links } from '../../../platform/http/envelope/links';
import { LINK_KINDS } from '../../links/link-token';
import { answered, AnswerOf } from '../../../platform/http/validation/members';
import { INSTANT, many, one, orNull, several, TEXT } from '../../../platform/http/validation/shapes';
import { oneOf } from '../../../platform/http/validation/text-types';
import { formatInstant } from '../../../platform/time/instant-text';
import { timeText } from '../../../platform/time/local-date';
import { inKeyOrder } from '../../../platform/metadata/metadata';
import {
  type ManagedAppointment,
  type ManagedEntry,
  type ManagedOffer,
  type ManagedThing,
  questionsOf,
} from '../managed-rows';
import { ACTIONS, actionsOf, lastMoment, lastMomentOf } from '../policies';
import {
  ManagedAppointmentResponse,
  ManagedBusinessResponse,
  ManagedEntryResponse,
  type ManagedOfferResponse,
  type ManagedPlace,
  ManagedQuestionResponse,
  toManagedBusiness,
  UNTIL,
} from './managed-parts';

/** What a customer manages by a link (docs/reference/manage-links.md). */
export class ManagedResponse extends AnswerOf({
  kind: answered(oneOf(LINK_KINDS), { example: 'appointment', description: 'What the link is about' }),
  language: answered(TEXT, {
    example: 'en',
    description: 'The language of the customer, or else of the place or the business (BCP 47)',
  }),
  customerTimezone: answered(orNull(TEXT), {
    example: null,
    description: 'The clock of the customer (an IANA name); null: it is not known',
  }),
  appointments: answered(many(ManagedAppointmentResponse), {
    description:
      'In the order of time, cancelled ones, too. Of a series those that are not over; of the waitlist what an accepted offer became',
  }),
  entry: answered(orNull(one(ManagedEntryResponse)), {
    description: 'The entry of the waitlist; null of other links',
  }),
  actions: answered(several(oneOf(ACTIONS)), {
    example: ['cancel', 'move', 'answer'],
    description: 'What can be done at this moment',
  }),
  cancelUntil: answered(orNull(INSTANT), {
    example: '2026-11-30T09:00:00Z',
    description: `The last moment to cancel the whole; of a series each appointment has its own. ${UNTIL}`,
  }),
  moveUntil: answered(orNull(INSTANT), {
    example: '2026-11-30T09:00:00Z',
    description: `The last moment to move it; of a series each appointment has its own. ${UNTIL}`,
  }),
  questions: answered(many(ManagedQuestionResponse), {
    description: 'What the services of the appointments ask; each key once',
  }),
  answers: ANSWERS,
  business: answered(one(ManagedBusinessResponse)),
}) {
  static readonly of = toManagedResponse;
}

/** A thing, and what an answer shows with it. */
export interface ShownThing {
  readonly thing: ManagedThing;
  readonly business: Business;
  /** That of the place or the business, where the customer has none. */
  readonly businessLanguage: string;
  readonly links: Links;
}

export function toManagedResponse({ thing, business, businessLanguage, links }: ShownThing): ManagedResponse {
  const { kind, appointments, entry, now } = thing;
  const [first] = appointments;
  const held = entry ?? first;
  const zone = held?.timezone ?? 'UTC';
  const language = held?.language ?? businessLanguage;
  return {
    kind,
    language,
    customerTimezone: held?.customerTimezone ?? null,
    appointments: appointments.map((each) => {
      const { id, ownCounter: linkCounter, holderId, end } = each;
      const isOwn = (kind === 'series' || kind === 'waitlist') && end > now;
      const own = isOwn ? links.urlOf({ kind: 'appointment', id, linkCounter, holderId }) : null;
      return { ...toAppointment(each), manageUrl: own };
    }),
    entry: entry && toEntry(entry),
    actions: [...actionsOf(thing)],
    cancelUntil: instantOrNull(lastMoment(thing, 'cancelUntilMin'), zone),
    moveUntil: instantOrNull(kind === 'visit' ? null : lastMoment(thing, 'moveUntilMin'), zone),
    questions: distinctQuestions(appointments).map((question) => toQuestion(question, language)),
    answers: answersOf(appointments),
    business: toManagedBusiness(business),
  };
}

function toAppointment(row: ManagedAppointment): Omit<ManagedAppointmentResponse, 'manageUrl'> {
  const { timezone } = row;
  return {
    service: row.serviceName,
    provider: row.providerName,
    location: placeOf(row),
    start: formatInstant(row.start, timezone),
    end: formatInstant(row.end, timezone),
    timezone,
    seats: row.seats,
    status: row.status,
    expiresAt: instantOrNull(row.expiresAt, timezone),
    cancelledBy: row.cancelledBy,
    cancelUntil: instantOrNull(lastMomentOf(row, 'cancelUntilMin'), timezone),
    moveUntil: instantOrNull(lastMomentOf(row, 'moveUntilMin'), timezone),
    policyText: row.policyText,
  };
}

function toEntry(row: ManagedEntry): ManagedEntryResponse {
  return {
    service: row.serviceName,
    provider: row.providerName,
    location: placeOf(row),
    status: row.status,
    from: row.from,
    to: row.to,
    timeFrom: row.timeFromMin === null ? null : timeText(row.timeFromMin),
    timeTo: row.timeToMin === null ? null : timeText(row.timeToMin),
    weekdays: row.weekdays,
    timezone: row.timezone,
    offer: row.offer && toOffer(row.offer),
  };
}

function toOffer(offer: ManagedOffer): ManagedOfferResponse {
  const { timezone } = offer;
  return {
    provider: offer.providerName,
    location: placeOf(offer),
    start: formatInstant(offer.start, timezone),
    end: formatInstant(offer.end, timezone),
    timezone,
    expiresAt: formatInstant(offer.expiresAt, timezone),
  };
}

function placeOf({
  locationName,
  locationAddress,
}: Pick<ManagedOffer, 'locationName' | 'locationAddress'>): ManagedPlace | null {
  return locationName === null ? null : { name: locationName, address: locationAddress };
}

/** Of several services that ask the same, the first. */
function distinctQuestions(appointments: readonly ManagedAppointment[]): readonly ServiceQuestion[] {
  const questions = questionsOf(appointments);
  return questions.filter(({ key }, i) => questions.findIndex((each) => each.key === key) === i);
}

function toQuestion(question: ServiceQuestion, language: string): ManagedQuestionResponse {
  const { key, labels, type, required, choices } = question;
  const [base = language] = language.split('-');
  return { key, label: labels[language] ?? labels[base] ?? question.label, type, required, choices };
}

/** Where appointments differ, the answer of the first that has one. Only those to questions that are still asked. */
function answersOf(appointments: readonly ManagedAppointment[]): ManagedResponse['answers'] {
  const asked = new Set(questionsOf(appointments).map(({ key }) => key));
  const answers = appointments.toReversed().flatMap((each) => Object.entries(each.answers));
  return inKeyOrder(Object.fromEntries(answers.filter(([key]) => asked.has(key))));
}

function instantOrNull(instant: number | null, zone: string): string | null {
  return instant === null ? null : formatInstant(instant, zone);
}
