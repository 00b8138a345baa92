import { Inject, Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config';
import type { AppointmentRow } from '../appointments/appointment-row';
import { toVisitResponse, type VisitResponse } from './dto/visit.response';
import type { VisitRow } from './visit-row';

/** Makes responses of rows, each appointment in the zone of its provider. */
@Injectable()
export class VisitMapper {
  constructor(@Inject(Config) private readonly config: Config) {}

  toResponse(row: VisitRow): VisitResponse {
    return toVisitResponse(row, this.zoneOf);
  }

  private readonly zoneOf = ({ timeZone }: AppointmentRow): string =>
    timeZone ?? this.config.businessTimeZone;
}
