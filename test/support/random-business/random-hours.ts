import type { Dice } from './dice';

export const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

const DAY_MS = 86_400_000;
/** Many clocks change at one of them. */
const ODD_TIMES = ['00:00', '00:30', '01:00', '02:00', '02:30', '03:00', '12:00', '22:00', '23:00', '23:30'];
const USUAL_HOURS = [
  { start: '09:00', end: '17:00' },
  { start: '00:00', end: '24:00' },
  { start: '08:00', end: '24:00' },
  { start: '00:00', end: '12:00' },
];

interface Hours {
  readonly start: string;
  readonly end: string;
}

/** Dates near one date, and hours. */
export class RandomHours {
  constructor(
    private readonly dice: Dice,
    private readonly anchor: number,
  ) {}

  /** Often next to the anchor, else from so many days after it to so many. */
  date(least = -2, most = 12): string {
    const days = this.dice.chance(0.4) ? this.dice.between(-1, 1) : this.dice.between(least, most);
    return dateText(this.anchor + days * DAY_MS);
  }

  time(): string {
    return this.dice.chance(0.3) ? this.dice.pick(ODD_TIMES) : clockText(this.dice.between(0, 287) * 5);
  }

  /** Up to two stretches of one date; many touch. */
  shifts(): Hours[] {
    const { start, end } = this.hours();
    const middle = (minutesOf(start) + minutesOf(end)) >> 1;
    if (clockText(middle) === start || this.dice.chance(0.6)) return [{ start, end }];
    const later = this.dice.chance(0.5) ? middle : (middle + minutesOf(end)) >> 1;
    const shifts = [
      { start, end: clockText(middle) },
      { start: clockText(later), end },
    ];
    return shifts.filter((shift) => shift.start < shift.end);
  }

  /** Entries of a schedule: of every week, of some weeks, or of alternating weeks. @param place the members that name a place */
  entries(share: number, place: () => object = () => ({})): object[] {
    const { dice } = this;
    const home = place();
    const days = dice.some(WEEK, share);
    const entries = days.flatMap((day) =>
      this.shifts().map((hours) => ({ day, ...hours, breaks: this.breaks(hours) })),
    );
    const kind = dice.next();
    if (kind < 0.5) return entries.map((entry) => ({ ...entry, ...(dice.chance(0.7) ? home : place()) }));
    const from = this.date(-40, 2);
    const until = dateText(this.anchor + dice.between(8, 24) * DAY_MS);
    if (kind < 0.7) return entries.map((entry) => ({ ...entry, ...home, from, until }));
    const first = { ...home, everyWeeks: dice.pick([2, 2, 3]), from };
    const second = { ...place(), everyWeeks: 2, from: dateText(Date.parse(from) + 7 * DAY_MS) };
    const others = dice.some(entries, 0.8).map((entry) => ({ ...entry, ...second }));
    return [...entries.map((entry) => ({ ...entry, ...first })), ...others];
  }

  /** `start` and `end` of a closure or of time off: dates, or instants that need not be on a whole minute. */
  absence(): object {
    const { dice } = this;
    const start = this.date();
    if (dice.chance(0.2))
      return { start, end: dateText(Date.parse(start) + dice.pick([0, 0, 1, 2]) * DAY_MS) };
    const from =
      this.anchor + dice.between(-2 * 96, 8 * 96) * 900_000 + dice.pick([0, 0, 300_000, 61_000, 90_500]);
    const until = from + dice.between(1, 16) * 900_000 + dice.pick([0, 0, 1_000]);
    return { start: new Date(from).toISOString(), end: new Date(until).toISOString() };
  }

  private hours(): Hours {
    if (this.dice.chance(0.7)) return this.dice.pick(USUAL_HOURS);
    const [start = '', end = ''] = [this.time(), this.time()].toSorted();
    return { start, end: start === end || this.dice.chance(0.2) ? '24:00' : end };
  }

  private breaks({ start, end }: Hours): Hours[] {
    const [first, last] = [minutesOf(start), minutesOf(end)];
    if (last - first < 120 || this.dice.chance(0.6)) return [];
    const begin = this.dice.between(first, last - 30);
    return [{ start: clockText(begin), end: clockText(begin + this.dice.between(5, 30)) }];
  }
}

export function clockText(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

function minutesOf(text: string): number {
  return Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
}

function dateText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
