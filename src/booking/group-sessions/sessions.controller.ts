import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentReach, Operation } from '../../people/auth/operation';
import { list } from '../../platform/http/envelope/answers';
import { Config } from '../../platform/config/config';
import { ValidationError } from '../../platform/errors/errors';
import type { Interval } from '../../platform/time/interval';
import type { Reach } from '../../platform/restrictions';
import { resolveBounds } from '../../platform/time/period';
import { DAY_MS, HOUR_MS } from '../../platform/time/units';
import { SessionListQuery } from './dto/session-list.query';
import { SESSIONS_META, SessionResponse, toSessionsReply } from './dto/session.response';
import { SessionsService } from './sessions.service';

const MAX_DAYS = 92;

@ApiTags('Group sessions')
@Controller('sessions')
export class SessionsController {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly sessions: SessionsService,
  ) {}

  @Operation(
    'any role',
    'List group sessions',
    list(SessionResponse, 'The sessions, in time order', { meta: SESSIONS_META, by: toSessionsReply }),
    {
      narrowed: 'own',
      description:
        'Appointments of a service with a capacity above 1 that share provider and time, with the seats that are taken and left. Of a service with a timetable also the classes without bookings, while they can be booked.',
    },
  )
  @Get()
  async list(@Query() query: SessionListQuery, @CurrentReach() reach?: Reach) {
    const { from, to, ...filters } = query;
    return { query, rows: await this.sessions.list({ ...filters, within: this.within(from, to), reach }) };
  }

  /** @throws ValidationError of `to` */
  private within(from: string, to: string): Interval {
    const { from: start = NaN, to: end = NaN } = resolveBounds({ from, to }, this.config.businessTimeZone);
    // A change of the clock may make one of the days longer.
    if (end - start > MAX_DAYS * DAY_MS + 2 * HOUR_MS)
      throw new ValidationError({ to: `must be at most ${MAX_DAYS} days after from` });
    return { start, end };
  }
}
