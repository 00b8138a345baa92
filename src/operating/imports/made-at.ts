import { Inject, Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config';
import { parseInstant, parseLocalTime } from '../../platform/time/instant-text';
import { startOfDay, toInstant } from '../../platform/time/zones/wall-clock';
import { getDay } from '../../platform/time/local-date';

/** Reads when a row was made in the other system: an instant, or a date or time on the clock of the business. */
@Injectable()
export class MadeAt {
  constructor(@Inject(Config) private readonly config: Config) {}

  /** Undefined: it is not known. */
  dateOf(text: string | undefined): Date | undefined {
    return text === undefined ? undefined : new Date(this.instantOf(text));
  }

  private instantOf(text: string): number {
    const zone = this.config.businessTimeZone;
    const local = parseLocalTime(text);
    if (local !== undefined) return toInstant(local, zone).instant + local.ms;
    return parseInstant(text) ?? startOfDay(getDay(text), zone);
  }
}
