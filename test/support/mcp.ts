import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { TestService } from './test-service';

/** The result of a tool, as the SDK's client has checked it. */
export interface ToolResult {
  readonly isError?: boolean;
  readonly text: string;
  /** `{data, meta, untrusted}` or `{error, untrusted}`: the shape is what the tests assert. */
  readonly content: any; // eslint-disable-line @typescript-eslint/no-explicit-any -- as the bodies of answers
}

/** A client of the official SDK, which checks results against the schemas of the tools. */
export interface McpClient {
  readonly client: Client;
  call(name: string, args?: Record<string, unknown>): Promise<ToolResult>;
}

/** @param versionNegotiation without it, the client says `initialize`, as before 2026-07-28 */
export async function connectMcp(
  service: Pick<TestService, 'url'>,
  key: string,
  versionNegotiation?: ClientOptions['versionNegotiation'],
): Promise<McpClient> {
  const client = new Client({ name: 'test', version: '1.0.0' }, versionNegotiation && { versionNegotiation });
  const transport = new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  });
  await client.connect(transport);
  // The client checks results by the schemas of the tools that it has listed.
  await client.listTools();
  return { client, call: (name, args) => callTool(client, name, args) };
}

export async function callTool(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
): Promise<ToolResult> {
  const result = await client.callTool({ name, arguments: args });
  const [block] = result.content as { readonly type: string; readonly text: string }[];
  return {
    ...(result.isError === true && { isError: true }),
    text: block?.text ?? '',
    content: result.structuredContent,
  };
}
