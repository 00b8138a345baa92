import { Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, Operation } from '../../people/auth/operation';
import { asReturned, data } from '../../platform/http/envelope/answers';
import type { WriteContext } from '../../platform/database/write-context';
import { CurrentWrite } from '../../platform/http/conditional/current-write';
import { StreamReply } from '../../platform/http/envelope/stream-reply';
import { PathId } from '../../platform/http/parameters/path-id';
import type { Caller } from '../../platform/http/identity';
import { ApiExport } from './export/api-export';
import { CustomerExportResponse } from './export/dto/customer-export.response';
import { ErasedCustomerResponse, ExportQuery } from './dto/personal-data.dto';
import { ErasureService } from './erasure/erasure.service';
import { ExportService } from './export/export.service';

@ApiTags('Customers')
@Controller('customers')
export class PersonalDataController {
  constructor(
    private readonly erasure: ErasureService,
    private readonly exports: ExportService,
  ) {}

  @Operation(
    'admin',
    'Export what is kept about a customer',
    asReturned(ApiExport(), CustomerExportResponse),
    {
      weighs: { least: 5, most: 5 },
      description:
        'Everything as one document, sent as it is read. An answer that breaks off is not complete: read it again. Keys with `--hide` get no calendar in the archive.',
    },
  )
  @Get(':id/export')
  async export(
    @PathId() id: number,
    @Query() { format = 'json' }: ExportQuery,
    @CurrentCaller() caller: Caller,
  ) {
    const found = await this.exports.open(id, { hides: caller.restrictions?.hide });
    return format === 'zip'
      ? new StreamReply(found.zip(), 'application/zip', `customer-${id}.zip`)
      : new StreamReply(found.json(), 'application/json', `customer-${id}.json`);
  }

  @Operation('admin', 'Erase the person', data(ErasedCustomerResponse, 'When the person was erased'), {
    description:
      'The customer becomes anonymous. The appointments stay, without notes and attendees; messages, stored answers and what the audit trail says of the person are deleted, and entries of the waitlist are withdrawn. Erasing again answers the same, and removes what was written on the appointments since. It cannot be undone. It needs no body: `meta.ignored` names what is in one.',
    refuses: ['UPCOMING_APPOINTMENTS'],
    ignoresBody: true,
  })
  @Post(':id/erase')
  erase(@CurrentWrite() context: WriteContext, @PathId() id: number) {
    return this.erasure.erase(context, id);
  }
}
