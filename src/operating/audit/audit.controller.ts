import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Roles } from '../../people/auth/access';
import { ApiPage } from '../../platform/http/envelope/api-data';
import { ApiErrors } from '../../platform/http/envelope/api-errors';
import type { Page } from '../../platform/http/envelope/envelope';
import { Config } from '../../platform/config/config';
import { AuditQueries } from './audit.queries';
import { AuditEntryResponse, toAuditEntryResponse } from './dto/audit-entry.response';
import { AuditListQuery, toAuditFilters } from './dto/audit-list.query';

@ApiTags('Audit')
@Controller('audit')
export class AuditController {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly queries: AuditQueries,
  ) {}

  @Get()
  @Roles('admin')
  @ApiOperation({
    summary: 'List who changed what, and when',
    description:
      'Newest first. What was deleted is still here. One request may have changed several things: a booking, say, its customer too. A provider is kept in parts, each with entries of its own: the person (name, e-mail, password), the rest of its members, and the services it is assigned (`serviceIds`). A service that is deleted is kept for its appointments: that is an `update` of `deletedAt`.',
  })
  @ApiPage(AuditEntryResponse, 'A page of the audit trail')
  @ApiErrors('VALIDATION_ERROR')
  async list(@Query() query: AuditListQuery): Promise<Page<AuditEntryResponse>> {
    const zone = this.config.businessTimeZone;
    const found = await this.queries.page(toAuditFilters(query, zone), query, query.sort);
    return found.map((row) => toAuditEntryResponse(row, zone));
  }
}
