import type { JsonObject } from './json';
import { textIn } from './row';

const DAY_MIN = 1_440;
const LOCAL = /^(\d{4}-\d\d-\d\d)[ T](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/;

/** Which clock the times of Easy!Appointments are read on: its answers name no offset. */
export class EasyClocks {
  private readonly ofProviders = new Map<number, string>();

  /**
   * @param chosen by the operator, for all times @param business the zone of its settings, for providers without a zone
   */
  constructor(
    private readonly chosen: string | undefined,
    readonly business: string,
  ) {}

  /** Remembers the zone of a provider. @returns it, and whether it is the provider's own or chosen, rather than that of the business */
  learn(id: number, provider: JsonObject): { readonly zone: string; readonly isKnown: boolean } {
    const own = textIn(provider, 'timezone');
    const known = this.chosen ?? (own !== undefined && isZone(own) ? own : undefined);
    const zone = known ?? this.business;
    this.ofProviders.set(id, zone);
    return { zone, isKnown: known !== undefined };
  }

  zoneOf(providerId: string | undefined): string {
    return this.ofProviders.get(Number(providerId)) ?? this.business;
  }

  /** The zone of each provider, by its id there. */
  get zones(): ReadonlyMap<number, string> {
    return this.ofProviders;
  }

  /** How many providers have each zone. */
  get counts(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const zone of this.ofProviders.values()) counts.set(zone, (counts.get(zone) ?? 0) + 1);
    return counts;
  }
}

/** Whether a text is the name of an IANA time zone. */
export function isZone(name: string): boolean {
  try {
    // Some versions of Node take offsets, too.
    return /^[a-z]/i.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
}

/** A time with the zone on whose clock it is read, such as `2026-12-01T09:00:00[Europe/Berlin]`; undefined: the member has no time. */
export function clockTimeIn(row: JsonObject, member: string, zone: string): string | undefined {
  const text = textIn(row, member) ?? '';
  const [, date = ''] = LOCAL.exec(text) ?? [];
  return dayOf(date) === undefined ? undefined : `${text.replace(' ', 'T')}[${zone}]`;
}

/** The days from 1970 to a date, `YYYY-MM-DD`; undefined: it is none. */
export function dayOf(date: string): number | undefined {
  const day = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T00:00:00Z`) / 86_400_000 : NaN;
  return Number.isNaN(day) || dateOf(day) !== date ? undefined : day;
}

export function dateOf(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10);
}

/** `HH:MM`, or `HH:MM:SS` as version 1.6 has it in exceptions, in minutes since midnight; undefined: it is no time. */
export function minuteIn(row: JsonObject, member: string): number | undefined {
  const [, hours, minutes] = /^(\d{1,2}):([0-5]\d)(?::\d\d)?$/.exec(textIn(row, member) ?? '') ?? [];
  const minute = Number(hours) * 60 + Number(minutes);
  return minute <= DAY_MIN ? minute : undefined;
}

/** `HH:MM` of minutes since midnight. */
export function timeText(minute: number): string {
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
