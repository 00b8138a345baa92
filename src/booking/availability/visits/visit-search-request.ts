import { parseEndTime, parseTime } from '../../../platform/time/local-date';
import { datesOf } from '../date-range';
import type { VisitSearchBody } from './dto/visit-search.dto';
import type { VisitSearchRequest } from './visit-finder';

const DEFAULT_LIMIT = 10;

/** @throws ValidationError for a range of dates that is wrong or too long */
export function toVisitSearchRequest(body: VisitSearchBody): VisitSearchRequest {
  const { from, to, timeFrom, timeTo, limit = DEFAULT_LIMIT, weekdays, ...requested } = body;
  const { first, last } = datesOf({ from, to }, from);
  return {
    ...requested,
    from: first,
    to: last,
    weekdays,
    limit,
    timeFromMin: timeFrom === undefined ? undefined : parseTime(timeFrom),
    timeToMin: timeTo === undefined ? undefined : parseEndTime(timeTo),
  };
}
