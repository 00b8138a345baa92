import { All, Controller, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { AnyKey } from '../../people/auth/access';
import type { IdentifiedRequest } from '../../platform/http/identity';
import { IgnoresIdempotencyKey } from '../../platform/http/idempotency/idempotency-decorators';
import { IgnoresBody } from '../../platform/http/json-body.guard';
import { Weighs, type Weight } from '../../platform/http/limits/weight';
import type { TrackedRequest } from '../../platform/http/request-id';
import { KnownOriginGuard } from './known-origin.guard';
import { ToolScopeGuard } from './tool-scope.guard';
import { McpRequests, MOST_MESSAGES } from './mcp-requests';

/** What the transport answers to methods that only servers with sessions or streams serve. */
const NOT_ALLOWED = { jsonrpc: '2.0', error: { code: -32_000, message: 'Method not allowed.' }, id: null };

const BATCH_WEIGHT: Weight = {
  least: 1,
  most: MOST_MESSAGES,
  rule: 'one for each message of a batch',
  of: (sent) => (Array.isArray(sent) ? sent.length : 1),
  isOfBody: true,
};

/** The Model Context Protocol over Streamable HTTP, without sessions and streams (docs/reference/mcp.md). */
@ApiExcludeController()
@UseGuards(KnownOriginGuard, ToolScopeGuard)
@Controller('mcp')
export class McpController {
  constructor(private readonly requests: McpRequests) {}

  @AnyKey()
  @IgnoresIdempotencyKey()
  @Weighs(BATCH_WEIGHT)
  @Post()
  async answer(@Req() request: IdentifiedRequest & TrackedRequest, @Res() response: Response): Promise<void> {
    await this.requests.answer(request, response);
  }

  @AnyKey()
  @IgnoresBody()
  @All()
  refuse(@Res() response: Response): void {
    response.status(405).setHeader('Allow', 'POST').json(NOT_ALLOWED);
  }
}
