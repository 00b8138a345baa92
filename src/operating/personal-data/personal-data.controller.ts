import { Controller, Get, HttpCode, Inject, Post, Query } from '@nestjs/common';
import { ApiExtraModels, ApiOperation, ApiResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { Roles } from '../../people/auth/access';
import { Config } from '../../platform/config/config';
import type { WriteContext } from '../../platform/database/write-context';
import { CurrentWrite } from '../../platform/http/conditional/current-write';
import { ApiData } from '../../platform/http/envelope/api-data';
import { ApiErrors } from '../../platform/http/envelope/api-errors';
import { COUNTED } from '../../platform/http/envelope/header-docs';
import { StreamReply } from '../../platform/http/envelope/stream-reply';
import { HonoursIdempotencyKey } from '../../platform/http/idempotency/idempotency-decorators';
import { ReadsOwnBody } from '../../platform/http/json-body.guard';
import { PathId } from '../../platform/http/parameters/path-id';
import { ErasedCustomerResponse, toErasedCustomerResponse } from './dto/erased-customer.response';
import { CustomerExportResponse } from './dto/customer-export.response';
import { ExportQuery } from './dto/export.query';
import { ErasureService } from './erasure/erasure.service';
import { ExportService } from './export/export.service';

@ApiTags('Customers')
@Controller('customers')
export class PersonalDataController {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly erasure: ErasureService,
    private readonly exports: ExportService,
  ) {}

  @Get(':id/export')
  @Roles('admin')
  @ApiOperation({
    summary: 'Export what is kept about a customer',
    description:
      'Everything as one document, sent as it is read. An answer that breaks off is not complete: read it again.',
  })
  @ApiExtraModels(CustomerExportResponse)
  @ApiResponse({
    status: 200,
    description: 'The document, or an archive of it and of the appointments as a calendar',
    headers: COUNTED,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['data'],
          properties: {
            data: { $ref: getSchemaPath(CustomerExportResponse) },
            meta: { $ref: '#/components/schemas/AnswerMeta' },
          },
        },
      },
      'application/zip': { schema: { type: 'string', format: 'binary' } },
    },
  })
  async export(@PathId() id: number, @Query() { format = 'json' }: ExportQuery): Promise<StreamReply> {
    const found = await this.exports.open(id);
    return format === 'zip'
      ? new StreamReply(found.zip(), 'application/zip', `customer-${id}.zip`)
      : new StreamReply(found.json(), 'application/json', `customer-${id}.json`);
  }

  @Post(':id/erase')
  @HonoursIdempotencyKey()
  @HttpCode(200)
  @Roles('admin')
  @ReadsOwnBody()
  @ApiOperation({
    summary: 'Erase the person',
    description:
      'The customer becomes anonymous. The appointments stay, without notes and attendees; messages, stored answers and what the audit trail says of the person are deleted, and entries of the waitlist are withdrawn. Erasing again answers the same, and removes what was written on the appointments since. It cannot be undone. A body is not read.',
  })
  @ApiData(ErasedCustomerResponse, { description: 'When the person was erased' })
  @ApiErrors('UPCOMING_APPOINTMENTS')
  async erase(@CurrentWrite() context: WriteContext, @PathId() id: number): Promise<ErasedCustomerResponse> {
    return toErasedCustomerResponse(await this.erasure.erase(context, id), this.config.businessTimeZone);
  }
}
