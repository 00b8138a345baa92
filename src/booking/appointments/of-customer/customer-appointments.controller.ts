import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { AppointmentViews } from '../including/appointment-views';
import { IncludePageQuery } from '../including/dto/include.query';
import { IncludingAppointmentResponse } from '../including/dto/included.response';
import { AnyRole } from '../../../people/auth/access';
import { ApiData, ApiPage } from '../../../platform/http/envelope/api-data';
import type { Page } from '../../../platform/http/envelope/envelope';
import { PathId } from '../../../platform/http/parameters/path-id';
import { Config } from '../../../platform/config/config';
import { CustomerAppointments } from './customer-appointments.queries';
import { CustomerAutofillResponse, toCustomerAutofill } from './dto/customer-autofill.response';
import { CustomerStatsResponse, toCustomerStats } from './dto/customer-stats.response';

@ApiTags('Customers')
@Controller('customers/:id')
export class CustomerAppointmentsController {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly appointments: CustomerAppointments,
    private readonly views: AppointmentViews,
  ) {}

  @Get('appointments')
  @AnyRole()
  @ApiOperation({ summary: 'List a customer’s appointments', description: 'Newest first.' })
  @ApiPage(IncludingAppointmentResponse, 'A page of appointments')
  async all(
    @PathId() id: number,
    @Query() query: IncludePageQuery,
  ): Promise<Page<IncludingAppointmentResponse>> {
    return this.views.page(await this.appointments.all(id, query), query.include);
  }

  @Get('appointments/upcoming')
  @AnyRole()
  @ApiOperation({
    summary: 'List a customer’s upcoming appointments',
    description: 'Pending and confirmed appointments that start now or later, soonest first.',
  })
  @ApiPage(IncludingAppointmentResponse, 'A page of appointments')
  async upcoming(
    @PathId() id: number,
    @Query() query: IncludePageQuery,
  ): Promise<Page<IncludingAppointmentResponse>> {
    return this.views.page(await this.appointments.upcoming(id, query), query.include);
  }

  @Get('appointments/history')
  @AnyRole()
  @ApiOperation({
    summary: 'List a customer’s past appointments',
    description: 'Appointments that have ended, or are completed, cancelled or a no-show; newest first.',
  })
  @ApiPage(IncludingAppointmentResponse, 'A page of appointments')
  async history(
    @PathId() id: number,
    @Query() query: IncludePageQuery,
  ): Promise<Page<IncludingAppointmentResponse>> {
    return this.views.page(await this.appointments.history(id, query), query.include);
  }

  @Get('appointments/stats')
  @AnyRole()
  @ApiOperation({ summary: 'Summarise a customer’s appointments' })
  @ApiData(CustomerStatsResponse, { description: 'Numbers about the appointments' })
  async stats(@PathId() id: number): Promise<CustomerStatsResponse> {
    return toCustomerStats(await this.appointments.stats(id), this.config.businessTimeZone);
  }

  @Get('autofill')
  @AnyRole()
  @ApiOperation({ summary: 'Read the details that a booking form fills in' })
  @ApiData(CustomerAutofillResponse, {
    description: 'The customer, and the provider and service of the last appointment',
  })
  async autofill(@PathId() id: number): Promise<CustomerAutofillResponse> {
    return toCustomerAutofill(await this.appointments.autofill(id));
  }
}
