import { Body, Controller, Delete, Get, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../../people/auth/operation';
import { changed, data, deleted, page, read } from '../../platform/http/envelope/answers';
import type { WriteContext } from '../../platform/database/write-context';
import { CurrentWrite } from '../../platform/http/conditional/current-write';
import { WITHHELD } from '../../platform/http/idempotency/idempotency-decorators';
import { PathId } from '../../platform/http/parameters/path-id';
import {
  toWebhookSecretResponse,
  WebhookListQuery,
  WebhookPatch,
  WebhookResponse,
  WebhookSecretResponse,
  WebhookWrite,
} from './dto/webhook.dto';
import { WebhooksService } from './webhooks.service';

@ApiTags('Webhooks')
@Controller('webhooks')
export class WebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  @Operation('admin', 'List webhooks', page(WebhookResponse, 'A page of webhooks'), { hiding: 'refused' })
  @Get()
  list(@Query() query: WebhookListQuery) {
    return this.webhooks.list(query);
  }

  @Operation(
    'admin',
    'Create a webhook',
    data(WebhookSecretResponse, 'The new webhook, with its secret', {
      status: 201,
      optionalMeta: WITHHELD,
      by: toWebhookSecretResponse,
    }),
    {
      description:
        'From now on, each event of its types is sent to its URL, signed as in Standard Webhooks. The answer has the secret of the signatures; it is not shown again. At most 100 webhooks.',
      refuses: ['TOO_MANY_WEBHOOKS'],
      secret: { secrets: ['secret'], of: 'webhooks' },
      hiding: 'refused',
    },
  )
  @Post()
  create(@CurrentWrite() context: WriteContext, @Body() body: WebhookWrite) {
    return this.webhooks.create(context, body);
  }

  @Operation('admin', 'Read a webhook', read(WebhookResponse), { hiding: 'refused' })
  @Get(':id')
  get(@PathId() id: number) {
    return this.webhooks.get(id);
  }

  @Operation('admin', 'Replace a webhook', changed(WebhookResponse), {
    description: 'Optional members that are left out go back to their default. The secret stays.',
    hiding: 'refused',
  })
  @Put(':id')
  replace(@CurrentWrite() context: WriteContext, @PathId() id: number, @Body() body: WebhookWrite) {
    return this.webhooks.replace(context, id, body);
  }

  @Operation('admin', 'Change a webhook', changed(WebhookResponse), {
    description:
      'Only what is present changes. While a webhook is not active, its pending deliveries wait; what happens meanwhile is not sent later.',
    hiding: 'refused',
  })
  @Patch(':id')
  change(@CurrentWrite() context: WriteContext, @PathId() id: number, @Body() body: WebhookPatch) {
    return this.webhooks.change(context, id, body);
  }

  @Operation('admin', 'Delete a webhook', deleted(), {
    description:
      'Nothing is sent to it any more. Its deliveries are not shown any more, and deleted soon after.',
    hiding: 'refused',
  })
  @Delete(':id')
  remove(@CurrentWrite() context: WriteContext, @PathId() id: number) {
    return this.webhooks.remove(context, id);
  }

  @Operation(
    'admin',
    'Give a webhook a new secret',
    data(WebhookSecretResponse, 'The webhook, with its new secret', {
      optionalMeta: WITHHELD,
      by: toWebhookSecretResponse,
    }),
    {
      description:
        'For 24 hours, deliveries carry two signatures: of the new secret and of the one before. It needs no body: `meta.ignored` names what is in one.',
      ifMatch: true,
      ignoresBody: true,
      secret: { secrets: ['secret'], of: 'webhooks' },
      hiding: 'refused',
    },
  )
  @Post(':id/rotate-secret')
  rotateSecret(@CurrentWrite() context: WriteContext, @PathId() id: number) {
    return this.webhooks.rotateSecret(context, id);
  }
}
