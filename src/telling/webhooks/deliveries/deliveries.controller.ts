import { Body, Controller, Get, HttpCode, Inject, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Roles } from '../../../people/auth/access';
import { Config } from '../../../platform/config/config';
import type { WriteContext } from '../../../platform/database/write-context';
import { CurrentWrite } from '../../../platform/http/conditional/current-write';
import { ApiData, ApiPage } from '../../../platform/http/envelope/api-data';
import { ApiErrors } from '../../../platform/http/envelope/api-errors';
import type { Page } from '../../../platform/http/envelope/envelope';
import { HonoursIdempotencyKey } from '../../../platform/http/idempotency/idempotency-decorators';
import { ReadsOwnBody } from '../../../platform/http/json-body.guard';
import { PathId } from '../../../platform/http/parameters/path-id';
import { DeliveriesService } from './deliveries.service';
import { DeliveryListQuery } from './dto/delivery-list.query';
import { DeliveryResponse, ReplayResponse, toDeliveryResponse } from './dto/delivery.response';
import { Replay } from './dto/replay.dto';
import type { WebhookDelivery } from './webhook-delivery.entity';

@ApiTags('Webhooks')
@Controller('webhooks')
export class WebhookDeliveriesController {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly deliveries: DeliveriesService,
  ) {}

  @Get(':id/deliveries')
  @Roles('admin')
  @ApiOperation({
    summary: 'List the deliveries to a webhook',
    description: 'Newest first, each with its attempts. They are kept as long as events.',
  })
  @ApiPage(DeliveryResponse, 'A page of deliveries')
  async list(@PathId() id: number, @Query() query: DeliveryListQuery): Promise<Page<DeliveryResponse>> {
    return (await this.deliveries.list(id, query)).map((delivery) => this.show(delivery));
  }

  @Post(':id/test')
  @HonoursIdempotencyKey()
  @HttpCode(202)
  @Roles('admin')
  @ReadsOwnBody()
  @ApiOperation({
    summary: 'Test a webhook',
    description: 'Sends a `webhook.test` like an event, retries included. A body is not read.',
  })
  @ApiData(DeliveryResponse, { status: 202, description: 'The queued delivery' })
  @ApiErrors('WEBHOOK_INACTIVE')
  async test(@CurrentWrite() context: WriteContext, @PathId() id: number): Promise<DeliveryResponse> {
    return this.show(await this.deliveries.test(context, id));
  }

  @Post(':id/replay')
  @HonoursIdempotencyKey()
  @HttpCode(202)
  @Roles('admin')
  @ApiOperation({
    summary: 'Send past events to a webhook',
    description:
      'All events after one that are still kept and of the types of the webhook, delivered or not: 10,000 at most, then go on with `next`. Receivers recognise what they know by its `webhook-id`. New events do not wait for them.',
  })
  @ApiData(ReplayResponse, { status: 202, description: 'What was queued' })
  @ApiErrors('WEBHOOK_INACTIVE', 'CURSOR_EXPIRED')
  replay(
    @CurrentWrite() context: WriteContext,
    @PathId() id: number,
    @Body() body: Replay,
  ): Promise<ReplayResponse> {
    return this.deliveries.replay(context, id, body);
  }

  @Post(':id/deliveries/:deliveryId/redeliver')
  @HonoursIdempotencyKey()
  @HttpCode(202)
  @Roles('admin')
  @ReadsOwnBody()
  @ApiOperation({
    summary: 'Send a delivery again',
    description:
      'As a new delivery with the `webhook-id` of the first one, which may have been delivered or not. A body is not read.',
  })
  @ApiData(DeliveryResponse, { status: 202, description: 'The queued delivery' })
  @ApiErrors('WEBHOOK_INACTIVE')
  async redeliver(
    @CurrentWrite() context: WriteContext,
    @PathId() id: number,
    @PathId('deliveryId', Number.MAX_SAFE_INTEGER) deliveryId: number,
  ): Promise<DeliveryResponse> {
    return this.show(await this.deliveries.redeliver(context, id, deliveryId));
  }

  private show(delivery: WebhookDelivery): DeliveryResponse {
    return toDeliveryResponse(delivery, this.config.businessTimeZone);
  }
}
