import { Controller, Get, Param, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Public } from '../../people/auth/access';
import { ManagePage } from './manage-page';
import { PageFaults } from './page-faults.filter';
import { sendPage } from './send-page';

/** Where a web server sends those who follow the links of an Easy!Appointments whose appointments were imported. */
@ApiExcludeController()
@UseFilters(PageFaults)
@Controller('m/ea')
export class OldLinkController {
  constructor(private readonly page: ManagePage) {}

  @Public()
  @Get(':secret')
  async follow(@Param('secret') secret: string, @Res() response: Response): Promise<void> {
    sendPage(response, await this.page.fromEasyAppointments(secret));
  }
}
