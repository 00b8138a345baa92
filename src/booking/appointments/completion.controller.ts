import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../../people/auth/operation';
import type { WriteContext } from '../../platform/database/write-context';
import { CurrentWrite } from '../../platform/http/conditional/current-write';
import { data } from '../../platform/http/envelope/answers';
import { CompletionService } from './completion.service';
import { CompletionResponse, CompletionWrite } from './dto/completion.dto';

/** As many may be reassigned. */
const COMPLETION_WEIGHT = { least: 10, most: 10 };

@ApiTags('Appointments')
@Controller('appointments')
export class CompletionController {
  constructor(private readonly completion: CompletionService) {}

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
  complete(@CurrentWrite() context: WriteContext, @Body() body: CompletionWrite) {
    return this.completion.complete(context, body);
  }
}
