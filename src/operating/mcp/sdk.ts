/** Loads the official SDK when the first request needs it: a service without agents has neither its memory nor its time to load. */
export async function loadSdk() {
  const [{ McpServer }, { WebStandardStreamableHTTPServerTransport }, types, { AjvJsonSchemaValidator }] =
    await Promise.all([
      import('@modelcontextprotocol/sdk/server/mcp.js'),
      import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
      import('@modelcontextprotocol/sdk/types.js'),
      import('@modelcontextprotocol/sdk/validation/ajv-provider.js'),
    ]);
  const { CallToolRequestSchema, ListToolsRequestSchema, JSONRPCMessageSchema, McpError, ErrorCode } = types;
  return {
    McpServer,
    Transport: WebStandardStreamableHTTPServerTransport,
    /** Takes any `params`: the SDK judges them once more before the handler, and answers only then with the code of wrong parameters. */
    CallToolRequestSchema: CallToolRequestSchema.extend({
      params: types.RequestSchema.shape.params,
    }) as unknown as typeof CallToolRequestSchema,
    JSONRPCMessageSchema,
    ListToolsRequestSchema,
    McpError,
    ErrorCode,
    /** Each server would make one of its own, which takes longer than a call. */
    jsonSchemaValidator: new AjvJsonSchemaValidator(),
  };
}

export type Sdk = Awaited<ReturnType<typeof loadSdk>>;
