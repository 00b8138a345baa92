import { timeText } from '../../../platform/time/local-date';
import type { SpecialHours } from '../special-hours.entity';
import { DATE, many, orNull, TEXT, TRUE } from '../../../platform/http/validation/shapes';
import { answered, AnswerOf } from '../../../platform/http/validation/members';

export class SpecialStretchResponse extends AnswerOf({
  start: answered(TEXT, { example: '10:00' }),
  end: answered(TEXT, { example: '16:00', description: '`24:00` is the end of the day' }),
}) {}

/** The hours of one date that differ from the ordinary week (docs/reference/business.md). */
export class SpecialHoursResponse extends AnswerOf({
  date: answered(DATE, { example: '2026-12-20' }),
  hours: answered(many(SpecialStretchResponse), { description: 'In time order; empty on a day off' }),
  note: answered(orNull(TEXT), { example: 'Christmas shopping' }),
}) {
  static readonly of = toSpecialHoursResponse;
}

/** The answer to a DELETE. */
export class DeletedSpecialHoursResponse extends AnswerOf({
  date: answered(DATE, { example: '2026-12-20' }),
  deleted: answered(TRUE, { example: true }),
}) {
  static readonly of = ({ onDate }: SpecialHours): DeletedSpecialHoursResponse => ({
    date: onDate,
    deleted: true,
  });
}

export function toSpecialHoursResponse({ onDate, hours, note }: SpecialHours): SpecialHoursResponse {
  return {
    date: onDate,
    hours: hours.map(({ startMin, endMin }) => ({ start: timeText(startMin), end: timeText(endMin) })),
    note,
  };
}
