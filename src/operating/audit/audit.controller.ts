import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Roles } from '../../people/auth/access';
import { ApiPage } from '../../platform/http/envelope/api-data';
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
    summary: 'List the changes of all data',
    description:
      'Lists who changed what, newest first. Entries of deleted rows remain. One request may change several rows: a booking can also create its customer. A provider has three kinds of entries: the person (name, e-mail, password), its other members, and its assigned services (`serviceIds`). Deleting a service is an `update` of `deletedAt`, because its appointments still refer to it.',
  })
  @ApiPage(AuditEntryResponse, 'A page of the audit trail')
  async list(@Query() query: AuditListQuery): Promise<Page<AuditEntryResponse>> {
    const zone = this.config.businessTimeZone;
    const found = await this.queries.page(toAuditFilters(query, zone), query, query.sort);
    return found.map((row) => toAuditEntryResponse(row, zone));
  }
}
