/** Dates as days since 1970-01-01. The zone of the business is UTC. */
export const DAY_MS = 86_400_000;
export const MINUTE_MS = 60_000;

export function dayOf(instant: number): number {
  return Math.floor(instant / DAY_MS);
}

/** 0 is Monday. */
export function weekdayOf(day: number): number {
  return (day + 3) % 7;
}

export function mondayOf(day: number): number {
  return day - weekdayOf(day);
}

/** `YYYY-MM-DD`. */
export function dateText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** `HH:MM` of minutes since midnight. */
export function timeText(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

/** The yearly closures of the business. */
export function isHoliday(day: number): boolean {
  return ['01-01', '12-25', '12-26'].includes(dateText(day).slice(5));
}
