import type { ManagedResponse } from '../../booking/manage/dto/managed.response';
import { addDays } from '../../platform/time/local-date';
import { grouped } from '../../platform/values/grouped';
import type { PageLanguage } from './page-language';
import { type PageTimes, zoneOf } from './page-times';
import type { Link, MovingView } from './page-view';

/** How many days the page shows at once: two rows of seven. */
export const DAYS_SHOWN = 14;

/** The days and times to choose from. Dates are `YYYY-MM-DD`. */
export interface MoveInput {
  readonly from: string;
  readonly today: string;
  /** What the customer chose; the first day with free times where that has none. */
  readonly day: string | null;
  readonly slots: readonly { readonly start: string; readonly date: string }[];
  /** Other starts in the place of one that was refused. */
  readonly alternatives?: readonly { readonly start: string }[];
  readonly fault?: string | null;
}

export function movingView(
  thing: ManagedResponse,
  href: string,
  { from, today, day, slots, alternatives = [], fault = null }: MoveInput,
  { words }: PageLanguage,
  times: PageTimes,
): MovingView {
  const free = grouped(slots, ({ date }) => date);
  const chosen = day !== null && free.has(day) ? day : ([...free.keys()].toSorted()[0] ?? '');
  const isRefused = alternatives.length > 0;
  const shown = isRefused ? alternatives : (free.get(chosen) ?? []);
  const earlier = addDays(from, -DAYS_SHOWN);
  const linkTo = (first: string, text: string): Link => ({ href: `${href}?from=${first}`, text });
  return {
    dayLabel: words.labels.day,
    days: Array.from({ length: DAYS_SHOWN }, (_, i) => addDays(from, i)).map((date) => ({
      ...times.dayParts(date),
      href: free.has(date) ? `${href}?from=${from}&day=${date}` : null,
      isChosen: date === chosen && !isRefused,
    })),
    pages: {
      earlier: from > today ? linkTo(earlier < today ? today : earlier, words.links.earlier) : null,
      later: linkTo(addDays(from, DAYS_SHOWN), words.links.later),
    },
    noTimes: shown.length === 0 ? words.noTimes : null,
    times:
      shown.length === 0
        ? null
        : {
            href,
            label: isRefused ? words.headings.otherTimes : words.labels.time,
            fault,
            isWide: isRefused,
            choices: shown.map(({ start }) => ({
              start,
              ...times.start(start, zoneOf(thing), thing.customerTimezone, isRefused),
            })),
            button: words.buttons.move,
          },
  };
}
