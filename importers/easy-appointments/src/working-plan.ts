import { minuteIn, timeText } from './clocks';
import { isJsonObject, type JsonObject } from './json';

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

interface Stretch {
  readonly startMin: number;
  readonly endMin: number;
}

export interface StretchText {
  readonly start: string;
  readonly end: string;
}

/** The hours of a day, in the words of the API. */
export interface DayPlan extends StretchText {
  readonly breaks: readonly StretchText[];
}

/** No weekday is worked. An empty schedule would mean the hours of the business, so this one has ended before it began. */
const NEVER = [{ day: 'monday', start: '00:00', end: '24:00', until: '1970-01-01' }];

/**
 * The schedule of a working plan: for each weekday null or `{start, end, breaks}`, in times without a date. Null: the provider has no
 * plan, and is never free there.
 */
export function scheduleOf(plan: unknown): readonly object[] {
  const days = WEEKDAYS.flatMap((day) => {
    const hours = isJsonObject(plan) ? dayPlan(plan[day], { start: 'start', end: 'end' }) : undefined;
    return hours === undefined ? [] : [{ day, ...hours }];
  });
  return days.length === 0 ? NEVER : days;
}

/**
 * @param names of the members that have the times
 * @returns undefined: a day off. So is one that ends before it begins, or at midnight written 00:00: it has no free times there, either
 */
export function dayPlan(
  day: unknown,
  names: { readonly start: string; readonly end: string },
): DayPlan | undefined {
  const stretch = isJsonObject(day) ? stretchIn(day, names.start, names.end) : undefined;
  if (stretch === undefined || !isJsonObject(day)) return undefined;
  return { ...textOf(stretch), breaks: breaksIn(day, stretch).map(textOf) };
}

/** The stretches of a day between its breaks. */
export function stretchesOf({ start, end, breaks }: DayPlan): StretchText[] {
  const stretches: StretchText[] = [];
  let from = start;
  for (const pause of breaks) {
    if (from < pause.start) stretches.push({ start: from, end: pause.start });
    if (from < pause.end) from = pause.end;
  }
  return from < end ? [...stretches, { start: from, end }] : stretches;
}

/** In time order, each inside the day: Easy!Appointments keeps breaks that the hours have left behind. */
function breaksIn({ breaks }: JsonObject, { startMin, endMin }: Stretch): Stretch[] {
  const given = Array.isArray(breaks) ? breaks.filter(isJsonObject) : [];
  const inside = given.flatMap((pause) => {
    const stretch = stretchIn(pause, 'start', 'end');
    if (stretch === undefined) return [];
    const clipped = {
      startMin: Math.max(stretch.startMin, startMin),
      endMin: Math.min(stretch.endMin, endMin),
    };
    return clipped.startMin < clipped.endMin ? [clipped] : [];
  });
  return inside.toSorted((a, b) => a.startMin - b.startMin);
}

function stretchIn(row: JsonObject, start: string, end: string): Stretch | undefined {
  const [startMin, endMin] = [minuteIn(row, start), minuteIn(row, end)];
  if (startMin === undefined || endMin === undefined || startMin >= endMin) return undefined;
  return { startMin, endMin };
}

function textOf({ startMin, endMin }: Stretch): StretchText {
  return { start: timeText(startMin), end: timeText(endMin) };
}
