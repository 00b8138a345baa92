/** Loads the official SDK when the first request needs it: a service without agents has neither its memory nor its time to load. */
export async function loadSdk() {
  const [sdk, { AjvJsonSchemaValidator }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('@modelcontextprotocol/server/validators/ajv'),
  ]);
  const { Server, WebStandardStreamableHTTPServerTransport, ProtocolError, ProtocolErrorCode } = sdk;
  const { createMcpHandler, isLegacyRequest, parseJSONRPCMessage } = sdk;
  return {
    Server,
    Transport: WebStandardStreamableHTTPServerTransport,
    ProtocolError,
    ProtocolErrorCode,
    createMcpHandler,
    isLegacyRequest,
    parseJSONRPCMessage,
    /** Each server would make one of its own, which takes longer than a call. */
    jsonSchemaValidator: new AjvJsonSchemaValidator(),
  };
}

export type Sdk = Awaited<ReturnType<typeof loadSdk>>;
