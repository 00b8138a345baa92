import { Controller, Get, Post, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Public } from '../../people/auth/access';
import type { WriteContext } from '../../platform/database/write-context';
import { NotFoundError } from '../../platform/errors/errors';
import { CurrentWrite } from '../../platform/http/conditional/current-write';
import { IgnoresIdempotencyKey } from '../../platform/http/idempotency/idempotency-decorators';
import { ReadsOwnBody } from '../../platform/http/json-body.guard';
import { Weighs } from '../../platform/http/limits/weight';
import { ManagePage } from './manage-page';
import { Form, type FormInputs } from './page-form';
import { PageFaults } from './page-faults.filter';
import { type PageRequest, RequestedPage } from './page-request';
import { sendCalendarFile, sendPage } from './send-page';

/** As under `/manage`: 200 occurrences of a series are changed one after the other. */
const HEAVY = { least: 5, most: 5 };

/** The page behind the links of customers. Requests count by their address, as those without a key do. */
@ApiExcludeController()
@UseFilters(PageFaults)
@Controller('m/:token')
export class ManagePageController {
  constructor(private readonly page: ManagePage) {}

  @Public()
  @Get()
  async show(@RequestedPage() asked: PageRequest, @Res() response: Response): Promise<void> {
    sendPage(response, await this.page.overview(asked));
  }

  @Public()
  @Get('cancel')
  async askToCancel(@RequestedPage() asked: PageRequest, @Res() response: Response): Promise<void> {
    sendPage(response, await this.page.cancelForm(asked));
  }

  @Public()
  @ReadsOwnBody()
  @Weighs(HEAVY)
  @IgnoresIdempotencyKey()
  @Post('cancel')
  async cancel(
    @CurrentWrite() context: WriteContext,
    @RequestedPage() asked: PageRequest,
    @Form() form: FormInputs,
    @Res() response: Response,
  ): Promise<void> {
    sendPage(response, await this.page.cancel(context, asked, form));
  }

  @Public()
  @Get('move')
  async chooseTime(@RequestedPage() asked: PageRequest, @Res() response: Response): Promise<void> {
    sendPage(response, await this.page.moveForm(asked));
  }

  @Public()
  @ReadsOwnBody()
  @IgnoresIdempotencyKey()
  @Post('move')
  async move(
    @CurrentWrite() context: WriteContext,
    @RequestedPage() asked: PageRequest,
    @Form() form: FormInputs,
    @Res() response: Response,
  ): Promise<void> {
    sendPage(response, await this.page.move(context, asked, form));
  }

  @Public()
  @Get('answers')
  async askQuestions(@RequestedPage() asked: PageRequest, @Res() response: Response): Promise<void> {
    sendPage(response, await this.page.answersForm(asked));
  }

  @Public()
  @ReadsOwnBody()
  @Weighs(HEAVY)
  @IgnoresIdempotencyKey()
  @Post('answers')
  async answer(
    @CurrentWrite() context: WriteContext,
    @RequestedPage() asked: PageRequest,
    @Form() form: FormInputs,
    @Res() response: Response,
  ): Promise<void> {
    sendPage(response, await this.page.answer(context, asked, form));
  }

  @Public()
  @ReadsOwnBody()
  @IgnoresIdempotencyKey()
  @Post('accept')
  async accept(
    @CurrentWrite() context: WriteContext,
    @RequestedPage() asked: PageRequest,
    @Form() form: FormInputs,
    @Res() response: Response,
  ): Promise<void> {
    sendPage(response, await this.page.accept(context, asked, form));
  }

  @Public()
  @ReadsOwnBody()
  @IgnoresIdempotencyKey()
  @Post('decline')
  async decline(
    @CurrentWrite() context: WriteContext,
    @RequestedPage() asked: PageRequest,
    @Form() form: FormInputs,
    @Res() response: Response,
  ): Promise<void> {
    sendPage(response, await this.page.decline(context, asked, form));
  }

  /** A form that was refused leaves its address in the browser, which asks for it again with GET. */
  @Public()
  @Get(['accept', 'decline'])
  async showAgain(@RequestedPage() asked: PageRequest, @Res() response: Response): Promise<void> {
    sendPage(response, await this.page.overview(asked));
  }

  @Public()
  @Get('calendar.ics')
  async calendar(@RequestedPage() asked: PageRequest, @Res() response: Response): Promise<void> {
    await sendCalendarFile(response, await this.page.calendar(asked));
  }

  @Public()
  @Get('*rest')
  unknown(): never {
    throw new NotFoundError('page');
  }
}
