import { Injectable } from '@nestjs/common';
import { parseInstant, parseLocalTime } from '../../../platform/time/instant-text';
import { addDays, isLocalDate } from '../../../platform/time/local-date';
import { DAY_MIN } from '../../../platform/time/units';
import type { LocalStart } from '../../../platform/time/zones/wall-clock';
import type { ListedSlot } from '../../diary/slots/listed-slot';
import { SlotSearch } from './slot-search';
import type { OfferRequest } from '../../diary/snapshot/snapshot';

export interface NextSlotRequest extends Pick<OfferRequest, 'durationMin' | 'seats' | 'locationId'> {
  readonly serviceId: number;
  /** When absent, every provider is searched. */
  readonly providerId?: number | undefined;
  /** Only these, in the place of `providerId`. Those of a narrowed key. */
  readonly providerIds?: readonly number[] | undefined;
  /** A date or an instant; without an offset it is on the clock of each provider. Absent: now. */
  readonly from?: string | undefined;
}

/** The next slot, or null when there is none as far as the search went. */
export interface NextSlot {
  readonly slot: ListedSlot | null;
  /** Set when the search stopped before the horizon. RFC 3339. */
  readonly searchedUntil?: string | undefined;
}

@Injectable()
export class NextAvailable {
  constructor(private readonly search: SlotSearch) {}

  /**
   * The first slot, if there is one before the horizon.
   * @param isGone whether the client has closed the connection
   * @throws ValidationError for ids that name nothing
   */
  async find({ from, ...others }: NextSlotRequest, isGone?: () => boolean): Promise<NextSlot> {
    const request = { ...others, from: earliestStart(from), limit: 1, isGone };
    const { slots, searchedUntil } = await this.search.find(request);
    return { slot: slots[0] ?? null, searchedUntil };
  }
}

/** The first minute at or after `from`, as the `dateOrInstant` field type leaves it. The search begins now at the earliest. */
function earliestStart(from: string | undefined): number | LocalStart {
  if (from === undefined) return 0;
  if (isLocalDate(from)) return { date: from, timeMin: 0 };
  const local = parseLocalTime(from);
  if (local === undefined) return parseInstant(from) ?? 0;
  const timeMin = local.ms === 0 ? local.timeMin : local.timeMin + 1;
  return timeMin < DAY_MIN ? { date: local.date, timeMin } : { date: addDays(local.date, 1), timeMin: 0 };
}
