import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../../people/auth/operation';
import { page } from '../../platform/http/envelope/answers';
import { Config } from '../../platform/config/config';
import { AuditQueries } from './audit.queries';
import { AuditEntryResponse, AuditListQuery, toAuditFilters } from './dto/audit-entry.dto';

@ApiTags('Audit')
@Controller('audit')
export class AuditController {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly queries: AuditQueries,
  ) {}

  @Operation('admin', 'List the changes of all data', page(AuditEntryResponse, 'A page of the audit trail'), {
    description:
      'Lists who changed what, newest first. Entries of deleted rows remain. One request may change several rows: a booking can also create its customer. A provider has three kinds of entries: the person (name, e-mail, password), its other members, and its assigned services (`serviceIds`). Deleting a service is an `update` of `deletedAt`, because its appointments still refer to it.',
  })
  @Get()
  list(@Query() query: AuditListQuery) {
    const filters = toAuditFilters(query, this.config.businessTimeZone);
    return this.queries.page(filters, query, query.sort);
  }
}
