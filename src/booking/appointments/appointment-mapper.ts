import { Inject, Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config';
import type { AppointmentRow } from './appointment-row';
import { type AppointmentResponse, toAppointmentResponse } from './dto/appointment.response';

/** Makes responses of rows, in the zone of each appointment's provider. */
@Injectable()
export class AppointmentMapper {
  constructor(@Inject(Config) private readonly config: Config) {}

  /** Bound, so that a list can map with it. */
  readonly toResponse = (row: AppointmentRow): AppointmentResponse =>
    toAppointmentResponse(row, row.timeZone ?? this.config.businessTimeZone);
}
