import { Body, Controller, Get, Inject, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnyRole } from '../auth/access';
import { ApiData } from '../common/envelope/api-data';
import { ApiBodyErrors, ApiErrors } from '../common/envelope/api-errors';
import { PathId } from '../common/http/path-id';
import { Config } from '../config/config';
import { AppointmentsQueries } from './appointments.queries';
import { AppointmentsService } from './appointments.service';
import { AppointmentCreate } from './dto/appointment-create.dto';
import { AppointmentResponse, toAppointmentResponse } from './dto/appointment.response';

@ApiTags('Appointments')
@Controller('appointments')
export class AppointmentsController {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly appointments: AppointmentsService,
    private readonly queries: AppointmentsQueries,
  ) {}

  @Post()
  @AnyRole()
  @ApiOperation({
    summary: 'Book an appointment',
    description:
      'The customer is found by e-mail address, or created. A time that cannot be had is a 422 that says why and offers the next slots.',
  })
  @ApiData(AppointmentResponse, { status: 201, description: 'The booked appointment' })
  @ApiBodyErrors('UNPROCESSABLE_ENTITY')
  async create(@Body() body: AppointmentCreate): Promise<AppointmentResponse> {
    return toAppointmentResponse(await this.appointments.create(body), this.config.businessTimeZone);
  }

  @Get(':id')
  @AnyRole()
  @ApiOperation({ summary: 'Read an appointment' })
  @ApiData(AppointmentResponse, { description: 'The appointment' })
  @ApiErrors('NOT_FOUND')
  async get(@PathId() id: number): Promise<AppointmentResponse> {
    return toAppointmentResponse(await this.queries.get(id), this.config.businessTimeZone);
  }
}
