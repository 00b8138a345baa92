import { type Defaults, STAYS } from '../../../platform/values/replacement';
import { Field, ListField, NestedListField } from '../../../platform/http/validation/field';
import { flag, id, integer, price } from '../../../platform/http/validation/number-types';
import {
  freeText,
  MAX_KIND,
  MAX_NAME,
  MAX_NOTES,
  text,
  word,
} from '../../../platform/http/validation/text-types';
import type { Metadata } from '../../../platform/metadata/metadata';
import { MetadataField, PatchOf } from '../../../platform/metadata/metadata-fields';

const DAY_MIN = 1_440;
const YEAR_MIN = 366 * DAY_MIN;

const MAX_CAPACITY = 1_000;
const MAX_KINDS = 20;
const MAX_QUANTITY = 20;

/** How many resources of a kind one booking needs. */
export class ResourceNeedWrite {
  @Field(word(MAX_KIND), { example: 'room', description: 'A kind of resources. There may be none of it yet' })
  kind: string;

  @Field(integer(1, MAX_QUANTITY), { example: 1 })
  quantity: number;
}

/** Body of POST and PUT (docs/reference/business.md). */
export class ServiceWrite {
  @Field(text(MAX_NAME), { example: 'Haircut' })
  name: string;

  @Field(freeText(MAX_NOTES), { optional: true, nullable: true, example: 'Wash, cut and blow-dry' })
  description?: string | null;

  @Field(integer(1, DAY_MIN), { example: 45 })
  durationMin: number;

  @Field(price(), { optional: true, nullable: true, example: 38.5 })
  price?: number | null;

  @Field(id(), { optional: true, nullable: true, description: 'An existing category', example: null })
  categoryId?: number | null;

  @Field(flag(), { optional: true, default: true })
  active?: boolean;

  @Field(integer(0, DAY_MIN), { optional: true, default: 0, description: 'Minutes kept free before' })
  bufferBeforeMin?: number;

  @Field(integer(0, DAY_MIN), { optional: true, default: 0, description: 'Minutes kept free after' })
  bufferAfterMin?: number;

  @Field(integer(1, DAY_MIN), {
    optional: true,
    nullable: true,
    description: 'Minutes from one offered start to the next; null: the duration',
  })
  slotIntervalMin?: number | null;

  @Field(integer(0, YEAR_MIN), { optional: true, default: 0, description: 'Least lead time, in minutes' })
  minNoticeMin?: number;

  @Field(integer(0, 3_650), {
    optional: true,
    default: 365,
    description: 'How many days ahead it can be booked',
  })
  maxAdvanceDays?: number;

  @Field(integer(1, MAX_CAPACITY), {
    optional: true,
    default: 1,
    description: 'How many seats a session has: bookings with the same provider and time share one',
  })
  capacity?: number;

  @NestedListField(() => ResourceNeedWrite, MAX_KINDS, {
    optional: true,
    example: [],
    description: 'What one booking needs, each kind once. Left out: it stays as it is',
  })
  resources?: ResourceNeedWrite[];

  @ListField(id(), 1_000, {
    optional: true,
    nullable: true,
    example: null,
    description:
      'The providers who offer it. `[]`: none; null: no list, so that every provider without a list of services offers it. Left out: it stays as it is',
  })
  providerIds?: number[] | null;

  @MetadataField()
  metadata?: Metadata;
}

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
