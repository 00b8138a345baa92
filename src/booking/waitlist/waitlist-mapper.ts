import { Inject, Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config';
import { AppointmentMapper } from '../appointments/appointment-mapper';
import type { AppointmentRow } from '../appointments/appointment-row';
import type { AppointmentResponse } from '../appointments/dto/appointment.response';
import { toWaitlistEntryResponse, type WaitlistEntryResponse } from './dto/waitlist-entry.response';
import type { WaitlistRow } from './waitlist-row';

/** Makes responses of rows, in the zones of their providers. */
@Injectable()
export class WaitlistMapper {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly appointments: AppointmentMapper,
  ) {}

  /** The appointment that an accepted offer became. */
  readonly toAppointment = (row: AppointmentRow): AppointmentResponse => this.appointments.toResponse(row);

  /** Bound, so that a list can map with it. */
  readonly toResponse = (row: WaitlistRow): WaitlistEntryResponse =>
    toWaitlistEntryResponse(row, this.config.businessTimeZone);
}
