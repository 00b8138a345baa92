import { Body, Controller, Get, HttpCode, Inject, Post, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnyRole, Roles } from '../../people/auth/access';
import { CurrentWrite } from '../../platform/http/conditional/current-write';
import { HonoursIdempotencyKey } from '../../platform/http/idempotency/idempotency-decorators';
import type { WriteContext } from '../../platform/database/write-context';
import { ApiResourceChange, ApiResourceRead } from '../../platform/http/envelope/api-resource';
import { ResourceReply } from '../../platform/http/envelope/envelope';
import { Config } from '../../platform/config/config';
import { BusinessHoursService } from './business-hours.service';
import { BusinessHoursWrite } from './dto/business-hours-write.dto';
import { BusinessHoursResponse, toBusinessHoursResponse } from './dto/business-hours.response';

@ApiTags('Business hours')
@Controller('business-hours')
export class BusinessHoursController {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly businessHours: BusinessHoursService,
  ) {}

  @Get()
  @AnyRole()
  @ApiOperation({ summary: 'Read the business hours' })
  @ApiResourceRead(BusinessHoursResponse, { description: 'The window, and each weekday' })
  async get(): Promise<ResourceReply<BusinessHoursResponse>> {
    return new ResourceReply(
      toBusinessHoursResponse(await this.businessHours.get(), this.config.businessTimeZone),
    );
  }

  @Put()
  @Roles('admin')
  @ApiOperation({
    summary: 'Set the business hours',
    description:
      'The window bounds the hours of every provider; the weekdays are the default for providers without a schedule of their own.',
  })
  @ApiResourceChange(BusinessHoursResponse, { description: 'The hours as they are now' })
  async replace(
    @CurrentWrite() context: WriteContext,
    @Body() body: BusinessHoursWrite,
  ): Promise<ResourceReply<BusinessHoursResponse>> {
    return new ResourceReply(
      toBusinessHoursResponse(await this.businessHours.replace(context, body), this.config.businessTimeZone),
    );
  }

  @Post()
  @HonoursIdempotencyKey()
  @HttpCode(200)
  @Roles('admin')
  @ApiOperation({
    summary: 'Set the business hours, by POST',
    description: 'The same as PUT, for hosts that restrict methods.',
  })
  @ApiResourceChange(BusinessHoursResponse, { description: 'The hours as they are now' })
  async replaceByPost(
    @CurrentWrite() context: WriteContext,
    @Body() body: BusinessHoursWrite,
  ): Promise<ResourceReply<BusinessHoursResponse>> {
    return new ResourceReply(
      toBusinessHoursResponse(await this.businessHours.replace(context, body), this.config.businessTimeZone),
    );
  }
}
