import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AffectedResponse } from '../../business/periods/affected.dto';
import { Operation } from '../../people/auth/operation';
import type { WriteContext } from '../../platform/database/write-context';
import { CurrentWrite } from '../../platform/http/conditional/current-write';
import { list } from '../../platform/http/envelope/answers';
import { ReassignmentWrite } from './dto/reassignment.dto';
import { ProviderReassignment } from './provider-reassignment';

/** 500 appointments take up to a second of processor time. */
const REASSIGNMENT_WEIGHT = { least: 10, most: 10 };

@ApiTags('Appointments')
@Controller('appointments')
export class ReassignmentController {
  constructor(private readonly reassignment: ProviderReassignment) {}

  @Operation(
    'admin|provider',
    'Give the appointments of a provider to others',
    list(AffectedResponse, 'The appointments, and what has become of each, in time order'),
    {
      description:
        'Those that are pending or confirmed and have not begun. Each keeps its time, place, resources and price. As many as possible are given; of those who can, to the provider with the fewest booked minutes on the date, then the lowest id. A session goes to one provider as a whole; all parts of a visit go, or none; a series goes to one provider if one can take all of it. All in one transaction; each customer gets one message.',
      refuses: ['TOO_MANY_APPOINTMENTS'],
      weighs: REASSIGNMENT_WEIGHT,
      long: () => true,
      narrowed: 'own',
    },
  )
  @Post('reassign')
  reassign(@CurrentWrite() context: WriteContext, @Body() body: ReassignmentWrite) {
    return this.reassignment.reassign(context, body);
  }
}
