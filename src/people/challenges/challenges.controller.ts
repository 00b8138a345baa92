import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { data } from '../../platform/http/envelope/answers';
import { Operation } from '../auth/operation';
import { ChallengesService } from './challenges.service';
import { ChallengeQuery, ChallengeResponse } from './dto/challenge.dto';

@ApiTags('Challenge')
@Controller('challenge')
export class ChallengesController {
  constructor(private readonly challenges: ChallengesService) {}

  @Operation('any role', 'Get a challenge', data(ChallengeResponse, 'A challenge for a client of ALTCHA'), {
    description:
      'With `CHALLENGE=on`, a browser key books with a solved challenge in the header `Altcha`, each once. `data` is what ALTCHA’s own widget and libraries solve. For a series or a visit, ask with the number of its `appointments`. A 404 while challenges are off.',
    refuses: ['NOT_FOUND'],
    scope: 'appointments:book',
    narrowed: 'catalogue',
    browser: 'public',
  })
  @Get()
  make(@Query() { appointments }: ChallengeQuery) {
    return this.challenges.make(appointments);
  }
}
