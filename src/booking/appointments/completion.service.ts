import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { Config } from '../../platform/config/config';
import { Database } from '../../platform/database/database';
import type { WriteContext } from '../../platform/database/write-context';
import { endInstant } from '../../platform/time/period';
import { BookingReferences } from '../diary/decisions/booking-references';
import { AppointmentCompletion } from '../diary/writes/appointment-completion';
import type { CompletionResponse, CompletionWrite } from './dto/completion.dto';

/** Completes what has ended, at the end of a day. */
@Injectable()
export class CompletionService {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly references: BookingReferences,
    private readonly completion: AppointmentCompletion,
    private readonly clock: Clock,
  ) {}

  /** @throws TooManyAppointmentsError, ValidationError of a location that does not exist */
  async complete(
    context: WriteContext,
    { until, locationId, dryRun }: CompletionWrite,
  ): Promise<CompletionResponse> {
    const now = this.clock.now();
    const ended = Math.min(endInstant(until, this.config.businessTimeZone), now);
    const mode = dryRun === true ? 'readOnly' : 'transaction';
    const ids = await this.database[mode](context, async (tx) => {
      await this.references.assertFound(tx, { locationId });
      return this.completion.complete(tx, { until: ended, locationId, reach: context.reach }, now);
    });
    return { ids };
  }
}
