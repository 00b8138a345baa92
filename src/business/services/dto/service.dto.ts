import { hidden } from '../../../platform/http/hiding/hidden-members';
import type { ReadRow } from '../../../platform/database/reads/entity-reads';
import { Reply } from '../../../platform/http/envelope/envelope';
import { PageQuery, searchText } from '../../../platform/http/pagination/list-query';
import { sortBy } from '../../../platform/http/pagination/sort';
import { listOf, objects } from '../../../platform/http/validation/field';
import {
  answered,
  answeredAs,
  AnswerOf,
  InputOf,
  optional,
  required,
  sometimes,
} from '../../../platform/http/validation/members';
import { flag, id, integer, price } from '../../../platform/http/validation/number-types';
import { queryFlag, queryId } from '../../../platform/http/validation/query-types';
import { INTEGER, many, orNull } from '../../../platform/http/validation/shapes';
import { freeText, MAX_NAME, MAX_NOTES, oneOf, text } from '../../../platform/http/validation/text-types';
import { inKeyOrder } from '../../../platform/metadata/metadata';
import { METADATA, metadataFilters, PatchOf } from '../../../platform/metadata/metadata-fields';
import { DAY_MIN } from '../../../platform/time/units';
import { type Service, WEB_STATUSES } from '../service.entity';
import { POLICY_MEMBERS } from './policy.dto';
import { ResourceNeedResponse, ResourceNeedWrite, TeamNeedResponse, TeamNeedWrite } from './needs.dto';
import { QUESTIONS, toQuestionResponse } from '../questions/question.dto';
import { DURATION_OPTIONS, TERMS, toDurationOptionResponse, toTermsResponse } from './terms.dto';
import { STARTS, TIMETABLE, toTimetableEntryResponse } from './timetable.dto';
import { extended } from '../../../platform/values/quick-objects';

const YEAR_MIN = 366 * DAY_MIN;

/** After how many minutes a pending appointment may end: five minutes to a week. */
export const PENDING_MIN = integer(5, 7 * DAY_MIN);

const MAX_CAPACITY = 1_000;
const MAX_ACTIVE = 1_000;
const MAX_PER_DAY = 1_000;
const MAX_KINDS = 20;
const MAX_TEAM = 5;

const MEMBERS = {
  id: answered(INTEGER, { example: 1 }),
  name: required(text(MAX_NAME), { example: 'Haircut' }),
  description: optional(orNull(freeText(MAX_NOTES)), { example: 'Wash, cut and blow-dry' }),
  durationMin: required(integer(1, DAY_MIN), { example: 45 }),
  price: hidden('payments', optional(orNull(price()), { example: 38.5 })),
  categoryId: optional(orNull(id('categories')), { description: 'An existing category', example: null }),
  active: optional(flag(), { default: true }),
  bufferBeforeMin: optional(integer(0, DAY_MIN), { default: 0, description: 'Minutes kept free before' }),
  bufferAfterMin: optional(integer(0, DAY_MIN), { default: 0, description: 'Minutes kept free after' }),
  slotIntervalMin: optional(orNull(integer(1, DAY_MIN)), {
    description: 'Minutes from one offered start to the next; null: the duration',
    answer: { example: null },
  }),
  startsAt: STARTS,
  minNoticeMin: optional(integer(0, YEAR_MIN), { default: 0, description: 'Least lead time, in minutes' }),
  maxAdvanceDays: optional(integer(0, 3_650), {
    default: 365,
    description: 'How many days ahead it can be booked',
  }),
  capacity: optional(integer(1, MAX_CAPACITY), {
    default: 1,
    description: 'How many seats a session has: bookings with the same provider and time share one',
    answer: { description: 'How many seats a session has' },
  }),
  pendingMin: optional(orNull(PENDING_MIN), {
    description:
      'After how many minutes a pending appointment ends that is not confirmed: the default of `expiresInMin`. Null: it does not end by itself',
    answer: { example: null },
  }),
  webStatus: optional(oneOf(WEB_STATUSES), {
    default: 'confirmed',
    description:
      '`pending`: what a browser key or the link of a customer books or moves waits to be confirmed, for `pendingMin`',
  }),
  confirmWhenPaid: optional(flag(), {
    default: false,
    description: 'Whether `payment_status: "paid"` confirms a pending appointment',
  }),
  maxActivePerCustomer: optional(orNull(integer(1, MAX_ACTIVE)), {
    example: null,
    description: 'How many appointments that are still to come a customer may have; null: no limit',
  }),
  maxPerDay: optional(orNull(integer(1, MAX_PER_DAY)), {
    example: null,
    description:
      'How often it may be booked on a date, with all providers together; a session counts once. Null: no limit',
  }),
  ...POLICY_MEMBERS,
  resources: answeredAs(
    many(ResourceNeedResponse),
    { example: undefined, description: 'What one booking needs, each kind once' },
    optional(
      objects(() => ResourceNeedWrite, MAX_KINDS),
      { example: [], description: 'What one booking needs, each kind once. Left out: it stays as it is' },
    ),
  ),
  team: answeredAs(
    many(TeamNeedResponse),
    { example: undefined, description: 'Who helps with one booking, besides the provider who gives it' },
    optional(
      objects(() => TeamNeedWrite, MAX_TEAM),
      {
        example: [],
        description:
          'Who helps with one booking, besides the provider who gives it: of each entry so many, each of them once. Left out: it stays as it is',
      },
    ),
  ),
  timetable: TIMETABLE,
  terms: TERMS,
  durationOptions: DURATION_OPTIONS,
  questions: QUESTIONS,
  providerIds: optional(orNull(listOf(id('providers'), 1_000)), {
    stays: true,
    example: null,
    description:
      'The providers who offer it. `[]`: none; null: no list, so that every provider without a list of services offers it. Left out: it stays as it is',
    answer: {
      description:
        'Its list of providers, ascending; null: it has none, and every provider without a list offers it',
    },
  }),
  metadata: METADATA,
};

/** Body of POST and PUT (docs/reference/business.md). */
export class ServiceWrite extends InputOf(MEMBERS) {}

export class ServicePatch extends PatchOf(MEMBERS) {}

export class ServiceResponse extends AnswerOf(MEMBERS) {
  static readonly of = toServiceResponse;
}

const WITH_KEY = ['team', 'providerIds', 'metadata'] as const;

/** A service as it is shown where only what is public is: without a key, and with a browser key. */
export class PublicServiceResponse extends AnswerOf(sometimes(MEMBERS, WITH_KEY)) {
  static readonly of = toPublicServiceResponse;
}

export function toServiceResponse(service: ReadRow<Service>): ServiceResponse {
  const { providerIds, metadata } = service;
  const team = service.team.map((helpers) => ({
    providerIds: [...helpers.providerIds],
    count: helpers.count,
  }));
  return extended(toPublicServiceResponse(service), {
    team,
    providerIds,
    metadata: inKeyOrder(metadata),
  });
}

export function toPublicServiceResponse(
  service: ReadRow<Service>,
): Omit<ServiceResponse, (typeof WITH_KEY)[number]> {
  return {
    id: service.id,
    name: service.name,
    description: service.description,
    durationMin: service.durationMin,
    price: service.price,
    categoryId: service.categoryId,
    active: service.active,
    bufferBeforeMin: service.bufferBeforeMin,
    bufferAfterMin: service.bufferAfterMin,
    slotIntervalMin: service.slotIntervalMin,
    startsAt: service.startsAt,
    minNoticeMin: service.minNoticeMin,
    maxAdvanceDays: service.maxAdvanceDays,
    capacity: service.capacity,
    pendingMin: service.pendingMin,
    webStatus: service.webStatus,
    confirmWhenPaid: service.confirmWhenPaid,
    maxActivePerCustomer: service.maxActivePerCustomer,
    maxPerDay: service.maxPerDay,
    cancelUntilMin: service.cancelUntilMin,
    moveUntilMin: service.moveUntilMin,
    policyText: service.policyText,
    resources: service.resources.map(({ kind, quantity }) => ({ kind, quantity })),
    timetable: service.timetable.map(toTimetableEntryResponse),
    terms: service.terms.map(toTermsResponse),
    durationOptions: service.durationOptions.map(toDurationOptionResponse),
    questions: service.questions.map(toQuestionResponse),
  };
}

/** @param hasKey false: without what is not public */
export function toServicesReply(
  services: readonly ReadRow<Service>[],
  _zone: string,
  hasKey: boolean,
): Reply<PublicServiceResponse[], { readonly total: number }> {
  const shown = services.map((each) => (hasKey ? toServiceResponse(each) : toPublicServiceResponse(each)));
  return new Reply(shown, { total: shown.length });
}

export const SERVICE_SORTS = ['id', 'name', 'durationMin', 'price', 'active', 'createdAt'] as const;
export type ServiceSort = (typeof SERVICE_SORTS)[number];

export class ServiceListQuery extends InputOf(PageQuery, {
  sort: optional(sortBy(SERVICE_SORTS), { default: 'name:asc' }),
  q: optional(searchText(), { description: 'Words to find in name and description' }),
  categoryId: optional(queryId('categories'), { description: 'Only the services of this category' }),
  active: optional(queryFlag(), { description: 'true: the active ones; false: the others' }),
  providerId: optional(queryId('providers'), { description: 'Active services of this provider' }),
  metadata: metadataFilters({ isPublic: true }),
}) {}
