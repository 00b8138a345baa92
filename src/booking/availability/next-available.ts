import { Injectable } from '@nestjs/common';
import { isLocalDate } from '../../platform/http/validation/time-types';
import type { LocalStart } from '../../platform/time/wall-clock';
import { parseStart } from '../../platform/time/instant-text';
import type { OfferedSlot } from './offered-slot';
import { SlotSearch } from './slot-search';

/** What the next slot is asked for. */
export interface NextSlotRequest {
  readonly serviceId: number;
  /** Left out: whichever provider has the first slot. */
  readonly providerId?: number | undefined;
  /** A date, or an instant, or the latter without an offset; left out: now. */
  readonly from?: string | undefined;
}

/** Answers when a service can be had next. */
@Injectable()
export class NextAvailable {
  constructor(private readonly search: SlotSearch) {}

  /** The slot, or null when there is none before the horizon. @throws ValidationError of ids that name nothing */
  async find({ serviceId, providerId, from }: NextSlotRequest): Promise<OfferedSlot | null> {
    const [slot] = await this.search.find({ serviceId, providerId, from: beginning(from), limit: 1 });
    return slot ?? null;
  }
}

/** Of a date, its first minute on each provider's clock. The search itself begins no earlier than now. */
function beginning(from: string | undefined): number | LocalStart {
  if (from === undefined) return 0;
  return isLocalDate(from) ? { date: from, timeMin: 0 } : (parseStart(from) ?? 0);
}
