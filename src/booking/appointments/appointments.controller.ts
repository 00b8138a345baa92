import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentReach, Operation } from '../../people/auth/operation';
import { changed, created, deleted, read } from '../../platform/http/envelope/answers';
import { CurrentWrite } from '../../platform/http/conditional/current-write';
import type { WriteContext } from '../../platform/database/write-context';
import type { Reach } from '../../platform/restrictions';
import { DeletedResponse } from '../../platform/http/envelope/deleted.response';
import { PathId } from '../../platform/http/parameters/path-id';
import { AppointmentChangesService } from './appointment-changes.service';
import { AppointmentsQueries } from './appointments.queries';
import { AppointmentsService } from './appointments.service';
import { AppointmentResponse } from './dto/appointment.dto';
import {
  AppointmentPatch,
  AppointmentRemoval,
  NotesPatch,
  PaymentStatusPatch,
  StatusPatch,
} from './dto/appointment-change.dto';
import { AppointmentCreate } from './dto/booking.dto';
import { AppointmentViews } from './including/appointment-views';
import { IncludeQuery } from './including/dto/include.query';
import { IncludingAppointmentResponse } from './including/dto/included.response';

@ApiTags('Appointments')
@Controller('appointments')
export class AppointmentsController {
  constructor(
    private readonly appointments: AppointmentsService,
    private readonly changes: AppointmentChangesService,
    private readonly queries: AppointmentsQueries,
    private readonly views: AppointmentViews,
  ) {}

  @Operation('any role', 'Book an appointment', created(AppointmentResponse, 'The booked appointment'), {
    description:
      'The customer is named by `customerId`, or found by e-mail address, or created. A time that is not bookable is a 422 with the reason and the next three slots.',
    refuses: ['UNPROCESSABLE_ENTITY', 'HOLD_EXPIRED', 'BROWSER_LIMIT'],
    // The hold took a challenge, and no hold that a page may not use is booked.
    books: ({ holdId }: Partial<AppointmentCreate>) => (holdId === undefined ? 1 : 0),
    scope: 'appointments:book',
    narrowed: 'time',
  })
  @Post()
  create(@CurrentWrite() context: WriteContext, @Body() body: AppointmentCreate) {
    return this.appointments.create(context, body);
  }

  @Operation('any role', 'Read an appointment', read(IncludingAppointmentResponse), {
    description:
      'With `include` the `ETag` covers the included resources, too. `If-Match` compares only the part of it that covers the appointment.',
    narrowed: 'own',
  })
  @Get(':id')
  async get(@PathId() id: number, @Query() { include }: IncludeQuery, @CurrentReach() reach?: Reach) {
    return this.views.one(await this.queries.getWithin(reach, id), include);
  }

  @Operation('any role', 'Change an appointment', changed(AppointmentResponse, 'The changed appointment'), {
    description:
      'Only the members that are present change. A new time, provider or service is checked like a booking; a refused change changes nothing.',
    refuses: ['UNPROCESSABLE_ENTITY'],
    narrowed: 'own',
  })
  @Patch(':id')
  change(@CurrentWrite() context: WriteContext, @PathId() id: number, @Body() body: AppointmentPatch) {
    return this.changes.change(context, id, body);
  }

  @Operation(
    'any role',
    'Remove an appointment',
    deleted(DeletedResponse, 'The id of the removed appointment'),
    {
      description: 'The appointment is deleted for good. To cancel it, set its status to `cancelled`.',
      narrowed: 'own',
    },
  )
  @Delete(':id')
  remove(@CurrentWrite() context: WriteContext, @PathId() id: number, @Query() query: AppointmentRemoval) {
    return this.changes.remove(context, id, query);
  }

  @Operation('any role', 'Set the status', changed(AppointmentResponse, 'The changed appointment'), {
    description:
      'Any status may follow any other. A status that occupies time again is refused when the time has been taken.',
    refuses: ['UNPROCESSABLE_ENTITY'],
    narrowed: 'own',
  })
  @Patch(':id/status')
  setStatus(@CurrentWrite() context: WriteContext, @PathId() id: number, @Body() body: StatusPatch) {
    return this.changes.change(context, id, body);
  }

  @Operation('any role', 'Set the notes', changed(AppointmentResponse, 'The changed appointment'), {
    description: '`null` clears them.',
    narrowed: 'own',
  })
  @Patch(':id/notes')
  setNotes(@CurrentWrite() context: WriteContext, @PathId() id: number, @Body() body: NotesPatch) {
    return this.changes.change(context, id, body);
  }

  @Operation('any role', 'Set the payment status', changed(AppointmentResponse, 'The changed appointment'), {
    narrowed: 'own',
  })
  @Patch(':id/payment-status')
  setPaymentStatus(
    @CurrentWrite() context: WriteContext,
    @PathId() id: number,
    @Body() body: PaymentStatusPatch,
  ) {
    return this.changes.change(context, id, body);
  }
}
