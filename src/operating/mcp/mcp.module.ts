import { Module } from '@nestjs/common';
import { McpController } from './mcp.controller';
import { McpRequests } from './mcp-requests';
import { ProtectedResourceController } from './protected-resource.controller';
import { McpTools } from './tools/mcp-tools';

/** Tools for language models: the Model Context Protocol. */
@Module({
  controllers: [McpController, ProtectedResourceController],
  providers: [McpRequests, McpTools],
})
export class McpModule {}
