import { Global, Module } from '@nestjs/common';
import { SolvedChallenges } from '../../platform/solved-challenges';
import { ChallengesController } from './challenges.controller';
import { ChallengesService } from './challenges.service';

/** Global: Nest makes the pipe of a POST that books in the module of its handler. */
@Global()
@Module({
  controllers: [ChallengesController],
  providers: [ChallengesService, { provide: SolvedChallenges, useExisting: ChallengesService }],
  exports: [SolvedChallenges],
})
export class ChallengesModule {}
