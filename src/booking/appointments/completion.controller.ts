import { Body, Controller, Inject, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../../people/auth/operation';
import { Clock } from '../../platform/clock';
import { Config } from '../../platform/config/config';
import { Database } from '../../platform/database/database';
import type { WriteContext } from '../../platform/database/write-context';
import { CurrentWrite } from '../../platform/http/conditional/current-write';
import { data } from '../../platform/http/envelope/answers';
import { endInstant } from '../../platform/time/period';
import { BookingReferences } from '../diary/decisions/booking-references';
import { AppointmentCompletion } from '../diary/writes/appointment-completion';
import { CompletionResponse, CompletionWrite } from './dto/completion.dto';

/** As many may be reassigned. */
const COMPLETION_WEIGHT = { least: 10, most: 10 };

@ApiTags('Appointments')
@Controller('appointments')
export class CompletionController {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly references: BookingReferences,
    private readonly completion: AppointmentCompletion,
    private readonly clock: Clock,
  ) {}

  @Operation(
    'any role',
    'Complete the appointments that have ended',
    data(CompletionResponse, 'The appointments that are completed now'),
    {
      description:
        'Those that are confirmed and have ended become `completed`, in one transaction. Pending ones stay as they are.',
      refuses: ['TOO_MANY_APPOINTMENTS'],
      weighs: COMPLETION_WEIGHT,
      narrowed: 'own',
    },
  )
  @Post('complete')
  async complete(
    @CurrentWrite() context: WriteContext,
    @Body() { until, locationId, dryRun }: CompletionWrite,
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
