import { Body, Controller, Get, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../../people/auth/operation';
import { changed, read } from '../../platform/http/envelope/answers';
import { CurrentWrite } from '../../platform/http/conditional/current-write';
import type { WriteContext } from '../../platform/database/write-context';
import { BusinessHoursService } from './business-hours.service';
import { BusinessHoursResponse, BusinessHoursWrite } from './dto/business-hours.dto';

const HOURS = read(BusinessHoursResponse, 'The window, and each weekday');

const CHANGED_HOURS = changed(BusinessHoursResponse, 'The hours as they are now');

@ApiTags('Business hours')
@Controller('business-hours')
export class BusinessHoursController {
  constructor(private readonly businessHours: BusinessHoursService) {}

  @Operation('any role', 'Read the business hours', HOURS, { narrowed: 'catalogue' })
  @Get()
  get() {
    return this.businessHours.get();
  }

  @Operation('admin', 'Set the business hours', CHANGED_HOURS, {
    description:
      'The window bounds the hours of every provider; the weekdays are the default for providers without a schedule of their own.',
  })
  @Put()
  replace(@CurrentWrite() context: WriteContext, @Body() body: BusinessHoursWrite) {
    return this.businessHours.replace(context, body);
  }

  @Operation('admin', 'Set the business hours, by POST', CHANGED_HOURS, {
    description: 'The same as PUT, for hosts that restrict methods.',
  })
  @Post()
  replaceByPost(@CurrentWrite() context: WriteContext, @Body() body: BusinessHoursWrite) {
    return this.businessHours.replace(context, body);
  }
}
