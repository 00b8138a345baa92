import { Inject, Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config';
import { PreviewReply, ResourceReply } from '../../platform/http/envelope/envelope';
import type { AppointmentRow } from '../appointments/appointment-row';
import {
  type SeriesPreview,
  type SeriesResponse,
  toSeriesPreview,
  toSeriesResponse,
} from './dto/series.response';
import type { SeriesRow } from './series-row';

/** Makes responses of rows, in the zone of each appointment's provider. */
@Injectable()
export class SeriesMapper {
  constructor(@Inject(Config) private readonly config: Config) {}

  toResponse(row: SeriesRow): SeriesResponse {
    return toSeriesResponse(row, this.zoneOf);
  }

  /** The answer to a booking, or to its dry run. */
  toReply(row: SeriesRow, isDryRun = false): ResourceReply<SeriesResponse> | PreviewReply<SeriesPreview> {
    return isDryRun
      ? new PreviewReply(toSeriesPreview(row, this.zoneOf))
      : new ResourceReply(this.toResponse(row));
  }

  private readonly zoneOf = ({ timeZone }: AppointmentRow): string =>
    timeZone ?? this.config.businessTimeZone;
}
