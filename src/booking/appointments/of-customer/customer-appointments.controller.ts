import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentReach, Operation } from '../../../people/auth/operation';
import { data, page } from '../../../platform/http/envelope/answers';
import { AppointmentViews } from '../including/appointment-views';
import { IncludePageQuery } from '../including/dto/include.query';
import { IncludingAppointmentResponse } from '../including/dto/included.response';
import type { Reach } from '../../../platform/restrictions';
import { PathId } from '../../../platform/http/parameters/path-id';
import { CustomerAppointments } from './customer-appointments.queries';
import { CustomerAutofillResponse } from './dto/customer-autofill.response';
import { CustomerStatsResponse } from './dto/customer-stats.response';

const APPOINTMENTS = page(IncludingAppointmentResponse, 'A page of appointments');

@ApiTags('Customers')
@Controller('customers/:id')
export class CustomerAppointmentsController {
  constructor(
    private readonly appointments: CustomerAppointments,
    private readonly views: AppointmentViews,
  ) {}

  @Operation('any role', 'List a customer’s appointments', APPOINTMENTS, {
    description: 'Newest first.',
    narrowed: 'own',
  })
  @Get('appointments')
  async all(@PathId() id: number, @Query() query: IncludePageQuery, @CurrentReach() reach?: Reach) {
    return this.views.page(await this.appointments.all(id, query, reach), query.include);
  }

  @Operation('any role', 'List a customer’s upcoming appointments', APPOINTMENTS, {
    description: 'Pending and confirmed appointments that start now or later, soonest first.',
    narrowed: 'own',
  })
  @Get('appointments/upcoming')
  async upcoming(@PathId() id: number, @Query() query: IncludePageQuery, @CurrentReach() reach?: Reach) {
    return this.views.page(await this.appointments.upcoming(id, query, reach), query.include);
  }

  @Operation('any role', 'List a customer’s past appointments', APPOINTMENTS, {
    description: 'Appointments that have ended, or are completed, cancelled or a no-show; newest first.',
    narrowed: 'own',
  })
  @Get('appointments/history')
  async history(@PathId() id: number, @Query() query: IncludePageQuery, @CurrentReach() reach?: Reach) {
    return this.views.page(await this.appointments.history(id, query, reach), query.include);
  }

  @Operation(
    'any role',
    'Summarise a customer’s appointments',
    data(CustomerStatsResponse, 'Numbers about the appointments'),
    { narrowed: 'own' },
  )
  @Get('appointments/stats')
  stats(@PathId() id: number, @CurrentReach() reach?: Reach) {
    return this.appointments.stats(id, reach);
  }

  @Operation(
    'any role',
    'Read the details that a booking form fills in',
    data(CustomerAutofillResponse, 'The customer, and the provider and service of the last appointment'),
    { narrowed: 'own' },
  )
  @Get('autofill')
  autofill(@PathId() id: number, @CurrentReach() reach?: Reach) {
    return this.appointments.autofill(id, reach);
  }
}
