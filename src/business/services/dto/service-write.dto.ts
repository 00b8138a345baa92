import { type Defaults, STAYS } from '../../../platform/values/replacement';
import { flag, id, integer, price } from '../../../platform/http/validation/number-types';
import {
  freeText,
  MAX_KIND,
  MAX_NAME,
  MAX_NOTES,
  text,
  word,
} from '../../../platform/http/validation/text-types';
import { METADATA, PatchOf } from '../../../platform/metadata/metadata-fields';
import { InputOf, optional, required } from '../../../platform/http/validation/members';
import { listOf, objects } from '../../../platform/http/validation/field';
import { orNull } from '../../../platform/http/validation/shapes';

const DAY_MIN = 1_440;
const YEAR_MIN = 366 * DAY_MIN;

const MAX_CAPACITY = 1_000;
const MAX_KINDS = 20;
const MAX_QUANTITY = 20;

/** How many resources of a kind one booking needs. */
export class ResourceNeedWrite extends InputOf({
  kind: required(word(MAX_KIND), {
    example: 'room',
    description: 'A kind of resources. There may be none of it yet',
  }),
  quantity: required(integer(1, MAX_QUANTITY), { example: 1 }),
}) {}

/** Body of POST and PUT (docs/reference/business.md). */
export class ServiceWrite extends InputOf({
  name: required(text(MAX_NAME), { example: 'Haircut' }),
  description: optional(orNull(freeText(MAX_NOTES)), { example: 'Wash, cut and blow-dry' }),
  durationMin: required(integer(1, DAY_MIN), { example: 45 }),
  price: optional(orNull(price()), { example: 38.5 }),
  categoryId: optional(orNull(id()), { description: 'An existing category', example: null }),
  active: optional(flag(), { default: true }),
  bufferBeforeMin: optional(integer(0, DAY_MIN), { default: 0, description: 'Minutes kept free before' }),
  bufferAfterMin: optional(integer(0, DAY_MIN), { default: 0, description: 'Minutes kept free after' }),
  slotIntervalMin: optional(orNull(integer(1, DAY_MIN)), {
    description: 'Minutes from one offered start to the next; null: the duration',
  }),
  minNoticeMin: optional(integer(0, YEAR_MIN), { default: 0, description: 'Least lead time, in minutes' }),
  maxAdvanceDays: optional(integer(0, 3_650), {
    default: 365,
    description: 'How many days ahead it can be booked',
  }),
  capacity: optional(integer(1, MAX_CAPACITY), {
    default: 1,
    description: 'How many seats a session has: bookings with the same provider and time share one',
  }),
  resources: optional(
    objects(() => ResourceNeedWrite, MAX_KINDS),
    { example: [], description: 'What one booking needs, each kind once. Left out: it stays as it is' },
  ),
  providerIds: optional(orNull(listOf(id(), 1_000)), {
    example: null,
    description:
      'The providers who offer it. `[]`: none; null: no list, so that every provider without a list of services offers it. Left out: it stays as it is',
  }),
  metadata: METADATA,
}) {}

/** What an optional member becomes when a POST or PUT leaves it out. */
export const SERVICE_DEFAULTS = {
  description: null,
  price: null,
  categoryId: null,
  active: true,
  bufferBeforeMin: 0,
  bufferAfterMin: 0,
  slotIntervalMin: null,
  minNoticeMin: 0,
  maxAdvanceDays: 365,
  capacity: 1,
  resources: STAYS,
  providerIds: STAYS,
  metadata: STAYS,
} satisfies Defaults<ServiceWrite>;

/** Body of PATCH: what is present changes. */
export class ServicePatch extends PatchOf(ServiceWrite) {}
