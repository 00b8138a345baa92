import { Injectable } from '@nestjs/common';
import { AppointmentMapper } from '../appointments/appointment-mapper';
import { toVisitResponse, type VisitResponse } from './dto/visit.response';
import type { VisitRow } from './visit-row';

/** Makes responses of rows, each appointment in the zone of its provider. */
@Injectable()
export class VisitMapper {
  constructor(private readonly appointments: AppointmentMapper) {}

  toResponse(row: VisitRow): VisitResponse {
    return toVisitResponse(row, this.appointments.toResponse);
  }
}
