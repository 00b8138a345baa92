import { affectedMeta, CLOSURE_CONSEQUENCE_MEMBERS } from '../../periods/affected.dto';
import { resourceWith } from '../../periods/conflicts.meta';
import { Reply, type ResourceReply } from '../../../platform/http/envelope/envelope';
import { PageQuery } from '../../../platform/http/pagination/list-query';
import { objects } from '../../../platform/http/validation/field';
import {
  answered,
  answeredAs,
  AnswerOf,
  InputOf,
  optional,
  required,
  sometimes,
} from '../../../platform/http/validation/members';
import { id } from '../../../platform/http/validation/number-types';
import { queryId } from '../../../platform/http/validation/query-types';
import { DATE, many, orNull, TRUE } from '../../../platform/http/validation/shapes';
import { freeText, MAX_NOTES } from '../../../platform/http/validation/text-types';
import { endOfLocalTime, localDate, localTime } from '../../../platform/http/validation/time-types';
import { timeText } from '../../../platform/time/local-date';
import type { SpecialHours } from '../special-hours.entity';
import type { WrittenHours } from '../written-hours';

/** The most stretches of one date. */
export const MAX_STRETCHES = 20;
const MAX_DAYS = 366;

const STRETCH = {
  start: required(localTime(), { example: '10:00' }),
  end: required(endOfLocalTime(), {
    example: '16:00',
    description: 'Later than `start`; `24:00` is the end of the day',
    answer: { description: '`24:00` is the end of the day' },
  }),
};

const STRETCH_AT_PLACE = {
  ...STRETCH,
  locationId: optional(orNull(id('locations')), {
    example: null,
    description: 'The location where the provider is in that time, and at no other; null: at every one',
  }),
};

/** A stretch of the hours of the business on one date. */
export class SpecialStretchWrite extends InputOf(STRETCH) {}

/** A stretch of the hours of a provider on one date. */
export class ProviderStretchWrite extends InputOf(STRETCH_AT_PLACE) {}

/** Those of the business name no place. */
export class SpecialStretchResponse extends AnswerOf(sometimes(STRETCH_AT_PLACE, ['locationId'])) {}

const MEMBERS = {
  date: answered(DATE, { example: '2026-12-20' }),
  hours: answeredAs(
    many(SpecialStretchResponse),
    { description: 'In time order; empty on a day off' },
    required(
      objects(() => SpecialStretchWrite, MAX_STRETCHES),
      { description: 'They must not overlap. An empty list is a day off' },
    ),
  ),
  note: optional(orNull(freeText(MAX_NOTES)), { example: 'Christmas shopping' }),
};

const MEMBERS_AT_PLACE = {
  ...MEMBERS,
  locationId: optional(orNull(id('locations')), {
    example: null,
    description: 'The location whose hours they are; null: those of the whole business',
  }),
};

/** Body of PUT, of the business or of a place (docs/reference/business.md). */
export class SpecialHoursWrite extends InputOf({ ...MEMBERS_AT_PLACE, ...CLOSURE_CONSEQUENCE_MEMBERS }) {}

const STRETCHES_OF_PROVIDER = objects(() => ProviderStretchWrite, MAX_STRETCHES);

/** Body of PUT, of a provider. */
export class ProviderSpecialHoursWrite extends InputOf({
  ...MEMBERS,
  ...CLOSURE_CONSEQUENCE_MEMBERS,
  hours: required(STRETCHES_OF_PROVIDER, {
    description: 'They must not overlap. An empty list is a day off',
  }),
}) {}

/** One date of a list; hours that are null give the date back to the ordinary week. */
export class SpecialDayWrite extends InputOf({
  ...MEMBERS,
  date: required(localDate(), { example: '2026-12-24' }),
  hours: required(orNull(STRETCHES_OF_PROVIDER), {
    description: 'An empty list is a day off; null removes the special hours of the date',
  }),
}) {}

export class SpecialDaysWrite extends InputOf({
  days: required(
    objects(() => SpecialDayWrite, MAX_DAYS),
    { description: 'Each date once. Dates that are not named stay as they are' },
  ),
  ...CLOSURE_CONSEQUENCE_MEMBERS,
}) {}

/** Those of a provider have no place as a whole. */
export class SpecialHoursResponse extends AnswerOf(sometimes(MEMBERS_AT_PLACE, ['locationId'])) {
  static readonly of = toSpecialHoursResponse;
}

export class DeletedSpecialHoursResponse extends AnswerOf({
  date: answered(DATE, { example: '2026-12-20' }),
  deleted: answered(TRUE, { example: true }),
}) {
  static readonly of = ({ onDate }: SpecialHours): DeletedSpecialHoursResponse => ({
    date: onDate,
    deleted: true,
  });
}

export function toSpecialHoursResponse(special: SpecialHours): SpecialHoursResponse {
  return {
    date: special.onDate,
    hours: special.hours.map(({ startMin, endMin, locationId }) => ({
      start: timeText(startMin),
      end: timeText(endMin),
      ...(locationId !== undefined && { locationId }),
    })),
    note: special.note,
    ...(special.providerId === null && { locationId: special.locationId }),
  };
}

/** The answer to a PUT of one date, or to a dry run. */
export function toWrittenHoursReply({
  written,
  decided,
}: WrittenHours<SpecialHours>): ResourceReply<SpecialHoursResponse> {
  return resourceWith(toSpecialHoursResponse(written), affectedMeta(decided));
}

/** The answer to a PUT of many dates. */
export function toWrittenDaysReply({
  written,
  decided,
}: WrittenHours<readonly SpecialHours[]>):
  readonly SpecialHoursResponse[] | Reply<readonly SpecialHoursResponse[], object> {
  const [responses, meta] = [written.map(toSpecialHoursResponse), affectedMeta(decided)];
  return meta === undefined ? responses : new Reply(responses, meta);
}

export class SpecialHoursListQuery extends InputOf(PageQuery, {
  from: optional(localDate(), { example: '2026-12-01', description: 'The first date' }),
  to: optional(localDate(), { example: '2026-12-31', description: 'The last date' }),
}) {}

export class BusinessSpecialHoursListQuery extends InputOf(SpecialHoursListQuery, {
  locationId: optional(queryId('locations'), { description: 'Only the special hours of this location' }),
}) {}

/** Query of DELETE, of the business or of a place. */
export class SpecialHoursPlaceQuery extends InputOf({
  locationId: optional(queryId('locations'), {
    description: 'Those of this location, and not of the whole business',
  }),
}) {}
