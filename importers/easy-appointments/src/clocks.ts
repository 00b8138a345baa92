import { formatInstant, parseLocalTime } from '../../../src/platform/time/instant-text';
import { DAY_MIN } from '../../../src/platform/time/units';
import { storedZoneName } from '../../../src/platform/time/zones/zone-rules';
import { toInstant } from '../../../src/platform/time/zones/wall-clock';
import type { JsonObject } from '../../../src/platform/values/json-object';
import { textIn } from './row';

/** A time of Easy!Appointments, `2026-12-01 09:00:00`, on some clock. */
export interface ClockTime {
  readonly instant: number;
  /** Whether the clock skips it; `instant` is the end of the gap then. */
  readonly isSkipped: boolean;
  /** The same reading in ms, as if the clock never changed. */
  readonly reading: number;
}

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
    const known = this.chosen ?? (own && storedZoneName(own));
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

/** Of two times with one reading, when the clock goes back, the first. Undefined: the member has no time. */
export function clockTimeIn(row: JsonObject, member: string, zone: string): ClockTime | undefined {
  const local = parseLocalTime(textIn(row, member)?.replace(' ', 'T') ?? '');
  if (local === undefined) return undefined;
  const { kind, instant } = toInstant(local, zone);
  const reading = toInstant(local, 'UTC').instant + local.ms;
  return { instant: kind === 'gap' ? instant : instant + local.ms, isSkipped: kind === 'gap', reading };
}

/**
 * The end of what begins at `start`. One that the clock skips is as long after the start as the two readings are apart: that is the
 * duration that Easy!Appointments has added.
 */
export function endAfter(start: ClockTime, end: ClockTime): number {
  return end.isSkipped ? start.instant + (end.reading - start.reading) : end.instant;
}

export function instantText(instant: number): string {
  return formatInstant(instant, 'UTC');
}

/** `HH:MM`, or `HH:MM:SS` as version 1.6 has it in exceptions, in minutes since midnight; undefined: it is no time. */
export function minuteIn(row: JsonObject, member: string): number | undefined {
  const [, hours, minutes] = /^(\d{1,2}):([0-5]\d)(?::\d\d)?$/.exec(textIn(row, member) ?? '') ?? [];
  const minute = Number(hours) * 60 + Number(minutes);
  return minute <= DAY_MIN ? minute : undefined;
}
