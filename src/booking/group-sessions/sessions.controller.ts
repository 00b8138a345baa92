import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentReach, Operation } from '../../people/auth/operation';
import { list } from '../../platform/http/envelope/answers';
import { Config } from '../../platform/config/config';
import type { Reach } from '../../platform/restrictions';
import { resolveRange } from '../../platform/time/period';
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
    const within = resolveRange({ from, to }, this.config.businessTimeZone, MAX_DAYS);
    return { query, rows: await this.sessions.list({ ...filters, within, reach }) };
  }
}
