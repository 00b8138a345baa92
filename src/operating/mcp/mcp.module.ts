import { Module } from '@nestjs/common';
import { McpController } from './mcp.controller';
import { McpRequests } from './mcp-requests';
import { McpTools } from './tools/mcp-tools';

/** Tools for language models: the Model Context Protocol. */
@Module({
  controllers: [McpController],
  providers: [McpRequests, McpTools],
})
export class McpModule {}
