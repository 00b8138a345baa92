import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { isInScope } from '../../people/api-keys/scopes';
import { ForbiddenError } from '../../platform/errors/errors';
import { callerOf, type IdentifiedRequest } from '../../platform/http/identity';
import { SCOPE_EXTENSION } from '../../platform/openapi/scopes';
import { isJsonObject } from '../../platform/values/json-object';
import { McpTools } from './tools/mcp-tools';

/** Answers a call of a tool outside the scope of a token so that the agent asks its user for more (RFC 6750, section 3.1). */
@Injectable()
export class ToolScopeGuard implements CanActivate {
  constructor(private readonly tools: McpTools) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<IdentifiedRequest>();
    const caller = callerOf(request);
    if (caller?.token === undefined || caller.restrictions?.scopes === undefined) return true;
    const called = new Set([request.body].flat().map(toolOf));
    for (const { tool, operation } of this.tools.all()) {
      const scopes = (operation as { [SCOPE_EXTENSION]?: readonly string[] })[SCOPE_EXTENSION] ?? [];
      const [scope = ''] = scopes;
      if (!called.has(tool.name) || isInScope(caller, ...scopes)) continue;
      const challenge = ['error="insufficient_scope"', `scope="${scope}"`, ...(request.challenge ?? [])];
      const response = context.switchToHttp().getResponse<Response>();
      response.setHeader('WWW-Authenticate', `Bearer ${challenge.join(', ')}`);
      throw new ForbiddenError(`This takes a token with the scope ${scope}`, { scope });
    }
    return true;
  }
}

/** The tool that a message calls. */
function toolOf(message: unknown): unknown {
  if (!isJsonObject(message) || message['method'] !== 'tools/call') return undefined;
  return isJsonObject(message['params']) ? message['params']['name'] : undefined;
}
