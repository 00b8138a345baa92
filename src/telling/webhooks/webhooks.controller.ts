import { Body, Controller, Delete, Get, HttpCode, Inject, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Roles } from '../../people/auth/access';
import { Config } from '../../platform/config/config';
import type { WriteContext } from '../../platform/database/write-context';
import { CurrentWrite } from '../../platform/http/conditional/current-write';
import { ApiData, ApiPage } from '../../platform/http/envelope/api-data';
import { ApiErrors } from '../../platform/http/envelope/api-errors';
import { ApiIfMatch, ApiResourceChange, ApiResourceRead } from '../../platform/http/envelope/api-resource';
import { DeletedResponse, toDeletedResponse } from '../../platform/http/envelope/deleted.response';
import { type Page, ResourceReply } from '../../platform/http/envelope/envelope';
import { HonoursIdempotencyKey } from '../../platform/http/idempotency/idempotency-decorators';
import { ReadsOwnBody } from '../../platform/http/json-body.guard';
import { PathId } from '../../platform/http/parameters/path-id';
import { WebhookListQuery } from './dto/webhook-list.query';
import { WebhookPatch, WebhookWrite } from './dto/webhook-write.dto';
import { toWebhookResponse, WebhookResponse, WebhookSecretResponse } from './dto/webhook.response';
import type { Webhook } from './webhook.entity';
import { WebhooksService, type WebhookWithSecret } from './webhooks.service';

@ApiTags('Webhooks')
@Controller('webhooks')
export class WebhooksController {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly webhooks: WebhooksService,
  ) {}

  @Get()
  @Roles('admin')
  @ApiOperation({ summary: 'List webhooks' })
  @ApiPage(WebhookResponse, 'A page of webhooks')
  async list(@Query() query: WebhookListQuery): Promise<Page<WebhookResponse>> {
    return (await this.webhooks.list(query)).map((webhook) => this.show(webhook));
  }

  @Post()
  @HonoursIdempotencyKey()
  @Roles('admin')
  @ApiOperation({
    summary: 'Create a webhook',
    description:
      'From now on, each event of its types is sent to its URL, signed as in Standard Webhooks. The answer has the secret of the signatures; it is not shown again. At most 100 webhooks.',
  })
  @ApiData(WebhookSecretResponse, { status: 201, description: 'The new webhook, with its secret' })
  @ApiErrors('TOO_MANY_WEBHOOKS')
  async create(
    @CurrentWrite() context: WriteContext,
    @Body() body: WebhookWrite,
  ): Promise<WebhookSecretResponse> {
    return this.showSecret(await this.webhooks.create(context, body));
  }

  @Get(':id')
  @Roles('admin')
  @ApiOperation({ summary: 'Read a webhook' })
  @ApiResourceRead(WebhookResponse, { description: 'The webhook' })
  async get(@PathId() id: number): Promise<ResourceReply<WebhookResponse>> {
    return new ResourceReply(this.show(await this.webhooks.get(id)));
  }

  @Put(':id')
  @Roles('admin')
  @ApiOperation({
    summary: 'Replace a webhook',
    description: 'Optional members that are left out go back to their default. The secret stays.',
  })
  @ApiResourceChange(WebhookResponse, { description: 'The webhook as it is now' })
  async replace(
    @CurrentWrite() context: WriteContext,
    @PathId() id: number,
    @Body() body: WebhookWrite,
  ): Promise<ResourceReply<WebhookResponse>> {
    return new ResourceReply(this.show(await this.webhooks.replace(context, id, body)));
  }

  @Patch(':id')
  @Roles('admin')
  @ApiOperation({
    summary: 'Change a webhook',
    description:
      'Only what is present changes. While a webhook is not active, its pending deliveries wait; what happens meanwhile is not sent later.',
  })
  @ApiResourceChange(WebhookResponse, { description: 'The webhook as it is now' })
  async change(
    @CurrentWrite() context: WriteContext,
    @PathId() id: number,
    @Body() body: WebhookPatch,
  ): Promise<ResourceReply<WebhookResponse>> {
    return new ResourceReply(this.show(await this.webhooks.change(context, id, body)));
  }

  @Delete(':id')
  @Roles('admin')
  @ApiOperation({
    summary: 'Delete a webhook',
    description:
      'Nothing is sent to it any more. Its deliveries are not shown any more, and deleted soon after.',
  })
  @ApiData(DeletedResponse, { description: 'What was deleted' })
  @ApiIfMatch()
  async remove(@CurrentWrite() context: WriteContext, @PathId() id: number): Promise<DeletedResponse> {
    await this.webhooks.remove(context, id);
    return toDeletedResponse(id);
  }

  @Post(':id/rotate-secret')
  @HonoursIdempotencyKey()
  @HttpCode(200)
  @Roles('admin')
  @ReadsOwnBody()
  @ApiOperation({
    summary: 'Give a webhook a new secret',
    description:
      'For 24 hours, deliveries carry two signatures: of the new secret and of the one before. A body is not read.',
  })
  @ApiData(WebhookSecretResponse, { description: 'The webhook, with its new secret' })
  @ApiIfMatch()
  async rotateSecret(
    @CurrentWrite() context: WriteContext,
    @PathId() id: number,
  ): Promise<WebhookSecretResponse> {
    return this.showSecret(await this.webhooks.rotateSecret(context, id));
  }

  private show(webhook: Webhook): WebhookResponse {
    return toWebhookResponse(webhook, this.config.businessTimeZone);
  }

  private showSecret({ webhook, secret }: WebhookWithSecret): WebhookSecretResponse {
    return Object.assign(this.show(webhook), { secret });
  }
}
