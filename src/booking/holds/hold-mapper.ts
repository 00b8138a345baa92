import { Inject, Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config';
import { type HoldResponse, toHoldResponse } from './dto/hold.response';
import type { HoldRow } from './hold-row';

/** Makes responses of rows, in the zone of each hold's provider. */
@Injectable()
export class HoldMapper {
  constructor(@Inject(Config) private readonly config: Config) {}

  /** Bound, so that a list can map with it. */
  readonly toResponse = (row: HoldRow): HoldResponse =>
    toHoldResponse(row, row.timeZone ?? this.config.businessTimeZone);
}
