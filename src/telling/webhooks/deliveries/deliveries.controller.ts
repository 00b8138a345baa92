import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../../../people/auth/operation';
import { data, page } from '../../../platform/http/envelope/answers';
import type { WriteContext } from '../../../platform/database/write-context';
import { CurrentWrite } from '../../../platform/http/conditional/current-write';
import { PathId } from '../../../platform/http/parameters/path-id';
import { Replay } from '../replays/replay.dto';
import { DeliveriesService } from './deliveries.service';
import { DeliveryListQuery, DeliveryResponse, ReplayResponse } from './dto/delivery.dto';

@ApiTags('Webhooks')
@Controller('webhooks')
export class WebhookDeliveriesController {
  constructor(private readonly deliveries: DeliveriesService) {}

  @Operation('admin', 'List the deliveries to a webhook', page(DeliveryResponse, 'A page of deliveries'), {
    description: 'Newest first, each with its attempts. They are kept as long as events.',
    hiding: 'refused',
  })
  @Get(':id/deliveries')
  list(@PathId() id: number, @Query() query: DeliveryListQuery) {
    return this.deliveries.list(id, query);
  }

  @Operation('admin', 'Test a webhook', data(DeliveryResponse, 'The queued delivery', { status: 202 }), {
    description:
      'Sends a `webhook.test` like an event, retries included. It needs no body: `meta.ignored` names what is in one.',
    refuses: ['WEBHOOK_INACTIVE'],
    ignoresBody: true,
    hiding: 'refused',
  })
  @Post(':id/test')
  test(@CurrentWrite() context: WriteContext, @PathId() id: number) {
    return this.deliveries.test(context, id);
  }

  @Operation(
    'admin',
    'Send past events to a webhook',
    data(ReplayResponse, 'What will be sent', { status: 202 }),
    {
      weighs: { least: 10, most: 10 },
      description:
        'All events after one that are still kept and of the types of the webhook, delivered or not: 10,000 at most, then go on with `next`. Receivers recognise what they know by its `webhook-id`. They are sent behind new events, retries and tests; their deliveries appear a few at a time. While more than 10,000 events are still to be sent again, there is no further replay.',
      refuses: ['WEBHOOK_INACTIVE', 'CURSOR_EXPIRED', 'REPLAY_PENDING'],
      hiding: 'refused',
    },
  )
  @Post(':id/replay')
  replay(@CurrentWrite() context: WriteContext, @PathId() id: number, @Body() body: Replay) {
    return this.deliveries.replay(context, id, body);
  }

  @Operation(
    'admin',
    'Send a delivery again',
    data(DeliveryResponse, 'The queued delivery', { status: 202 }),
    {
      description:
        'As a new delivery with the `webhook-id` of the first one, which may have been delivered or not. It needs no body: `meta.ignored` names what is in one.',
      refuses: ['WEBHOOK_INACTIVE'],
      ignoresBody: true,
      hiding: 'refused',
    },
  )
  @Post(':id/deliveries/:deliveryId/redeliver')
  redeliver(
    @CurrentWrite() context: WriteContext,
    @PathId() id: number,
    @PathId('deliveryId', Number.MAX_SAFE_INTEGER) deliveryId: number,
  ) {
    return this.deliveries.redeliver(context, id, deliveryId);
  }
}
