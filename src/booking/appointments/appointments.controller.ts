import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnyRole } from '../../people/auth/access';
import { CurrentWrite } from '../../platform/http/conditional/current-write';
import { HonoursIdempotencyKey } from '../../platform/http/idempotency/idempotency-decorators';
import type { WriteContext } from '../../platform/database/write-context';
import { ApiData } from '../../platform/http/envelope/api-data';
import { ApiErrors } from '../../platform/http/envelope/api-errors';
import {
  ApiIfMatch,
  ApiResource,
  ApiResourceChange,
  ApiResourceRead,
} from '../../platform/http/envelope/api-resource';
import { DeletedResponse, toDeletedResponse } from '../../platform/http/envelope/deleted.response';
import { ResourceReply } from '../../platform/http/envelope/envelope';
import { PathId } from '../../platform/http/parameters/path-id';
import { AppointmentChangesService } from './appointment-changes.service';
import { AppointmentMapper } from './appointment-mapper';
import { AppointmentsQueries } from './appointments.queries';
import { AppointmentsService } from './appointments.service';
import {
  AppointmentCreate,
  AppointmentPatch,
  NotesPatch,
  PaymentStatusPatch,
  StatusPatch,
} from './dto/appointment-write.dto';
import { AppointmentResponse } from './dto/appointment.response';
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
    private readonly mapper: AppointmentMapper,
    private readonly views: AppointmentViews,
  ) {}

  @Post()
  @HonoursIdempotencyKey()
  @AnyRole()
  @ApiOperation({
    summary: 'Book an appointment',
    description:
      'The customer is named by `customerId`, or found by e-mail address, or created. A time that is not bookable is a 422 with the reason and the next three slots.',
  })
  @ApiResource(AppointmentResponse, { status: 201, description: 'The booked appointment' })
  @ApiErrors('UNPROCESSABLE_ENTITY', 'HOLD_EXPIRED')
  async create(
    @CurrentWrite() context: WriteContext,
    @Body() body: AppointmentCreate,
  ): Promise<ResourceReply<AppointmentResponse>> {
    return new ResourceReply(this.mapper.toResponse(await this.appointments.create(context, body)));
  }

  @Get(':id')
  @AnyRole()
  @ApiOperation({
    summary: 'Read an appointment',
    description:
      'With `include` the `ETag` covers the included resources, too: for `If-Match`, use the tag of a read without `include`.',
  })
  @ApiResourceRead(IncludingAppointmentResponse, { description: 'The appointment' })
  async get(
    @PathId() id: number,
    @Query() { include }: IncludeQuery,
  ): Promise<ResourceReply<IncludingAppointmentResponse>> {
    return new ResourceReply(await this.views.one(await this.queries.get(id), include));
  }

  @Patch(':id')
  @AnyRole()
  @ApiOperation({
    summary: 'Change an appointment',
    description:
      'Only the members that are present change. A new time, provider or service is checked like a booking; a refused change changes nothing.',
  })
  @ApiResourceChange(AppointmentResponse, { description: 'The changed appointment' })
  @ApiErrors('UNPROCESSABLE_ENTITY')
  async change(
    @CurrentWrite() context: WriteContext,
    @PathId() id: number,
    @Body() body: AppointmentPatch,
  ): Promise<ResourceReply<AppointmentResponse>> {
    return new ResourceReply(this.mapper.toResponse(await this.changes.change(context, id, body)));
  }

  @Delete(':id')
  @AnyRole()
  @ApiOperation({
    summary: 'Remove an appointment',
    description: 'The appointment is deleted for good. To cancel it, set its status to `cancelled`.',
  })
  @ApiData(DeletedResponse, { description: 'The id of the removed appointment' })
  @ApiIfMatch()
  async remove(@CurrentWrite() context: WriteContext, @PathId() id: number): Promise<DeletedResponse> {
    await this.changes.remove(context, id);
    return toDeletedResponse(id);
  }

  @Patch(':id/status')
  @AnyRole()
  @ApiOperation({
    summary: 'Set the status',
    description:
      'Any status may follow any other. A status that occupies time again is refused when the time has been taken.',
  })
  @ApiResourceChange(AppointmentResponse, { description: 'The changed appointment' })
  @ApiErrors('UNPROCESSABLE_ENTITY')
  async setStatus(
    @CurrentWrite() context: WriteContext,
    @PathId() id: number,
    @Body() body: StatusPatch,
  ): Promise<ResourceReply<AppointmentResponse>> {
    return new ResourceReply(this.mapper.toResponse(await this.changes.change(context, id, body)));
  }

  @Patch(':id/notes')
  @AnyRole()
  @ApiOperation({ summary: 'Set the notes', description: '`null` clears them.' })
  @ApiResourceChange(AppointmentResponse, { description: 'The changed appointment' })
  async setNotes(
    @CurrentWrite() context: WriteContext,
    @PathId() id: number,
    @Body() body: NotesPatch,
  ): Promise<ResourceReply<AppointmentResponse>> {
    return new ResourceReply(this.mapper.toResponse(await this.changes.change(context, id, body)));
  }

  @Patch(':id/payment-status')
  @AnyRole()
  @ApiOperation({ summary: 'Set the payment status' })
  @ApiResourceChange(AppointmentResponse, { description: 'The changed appointment' })
  async setPaymentStatus(
    @CurrentWrite() context: WriteContext,
    @PathId() id: number,
    @Body() body: PaymentStatusPatch,
  ): Promise<ResourceReply<AppointmentResponse>> {
    return new ResourceReply(this.mapper.toResponse(await this.changes.change(context, id, body)));
  }
}
