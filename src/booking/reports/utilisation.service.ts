import { Inject, Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config';
import type { Hidden } from '../../platform/restrictions';
import { resolveRange } from '../../platform/time/period';
import { businessDaysIn } from './business-days';
import { OpenTimes } from './open-times';
import type { Report, ReportRequest, Utilisation } from './utilisation';
import { UtilisationQueries } from './utilisation.queries';
import { weekdayTallies } from './weekday-tallies';

const MAX_DAYS = 92;

/** Compares what was booked with the working time. */
@Injectable()
export class UtilisationService {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly queries: UtilisationQueries,
    private readonly openTimes: OpenTimes,
  ) {}

  /** @param hides what a file leaves out @throws ValidationError for a range that is wrong or too long */
  async report(request: ReportRequest, hides: readonly Hidden[] = []): Promise<Report> {
    const { from, to, by = 'provider' } = request;
    const zone = this.config.businessTimeZone;
    const within = resolveRange({ from, to }, zone, MAX_DAYS);
    const days = businessDaysIn(within, zone);
    const [found, openTimeOf] = await Promise.all([
      this.queries.tallies(by, within, days),
      this.openTimes.read(by, { within, days }),
    ]);
    const rows: Utilisation[] = [];
    for (const tally of by === 'weekday' ? weekdayTallies(found, days) : found)
      rows.push({ tally, openTime: await openTimeOf(tally.id) });
    return { request: { ...request, by }, rows, hides };
  }
}
