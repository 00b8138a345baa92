import { dateText } from './days';

/** An entry of a schedule, as the column has it. */
interface RosterEntry {
  readonly day: string;
  readonly startMin: number;
  readonly endMin: number;
  readonly breaks: readonly [];
  readonly locationId: number;
  readonly everyWeeks: number;
  readonly from: string;
  readonly until?: string;
}

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const;
const PLACES = 3;

/**
 * Two weeks in turns: in one of them the provider is at two places each day, in the other one at the third place, with other hours. For
 * three months around the anchor it also works on Saturdays. @param anchor a Monday
 */
export function rosterOf(providerId: number, anchor: number): readonly RosterEntry[] {
  const first = anchor - 52 * 7;
  const place = (nth: number) => ((providerId + nth) % PLACES) + 1;
  const entry = (day: string, [startMin, endMin]: readonly [number, number], nth: number, week: number) => {
    const from = dateText(first + week * 7);
    return { day, startMin, endMin, breaks: [] as const, locationId: place(nth), everyWeeks: 2, from };
  };
  const turns = DAYS.flatMap((day) => [
    entry(day, [510, 735], 0, 0),
    entry(day, [795, 1_065], 1, 0),
    entry(day, [600, 1_080], 2, 1),
  ]);
  const dates = { everyWeeks: 1, from: dateText(anchor - 42), until: dateText(anchor + 49) };
  return [...turns, { ...entry('saturday', [540, 780], 0, 0), ...dates }];
}
