import { connectMcp } from '../../support/mcp';
import { sendHttp } from '../../support/send-http';
import { startTestService, type TestService } from '../../support/test-service';

const NOW = '2026-07-28';
const META = {
  'io.modelcontextprotocol/protocolVersion': NOW,
  'io.modelcontextprotocol/clientCapabilities': {},
};

describe('the protocol of 2026-07-28 at /mcp', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
  });

  afterAll(() => service.stop());

  const send = async (
    method: string,
    params: object = {},
    headers: Readonly<Record<string, string>> = {},
  ) => {
    const answer = await sendHttp(`${service.url}/mcp`, {
      method: 'POST',
      headers: {
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${service.admin.key ?? ''}`,
        'content-type': 'application/json',
        'mcp-protocol-version': NOW,
        'mcp-method': method,
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { _meta: META, ...params } }),
    });
    return { ...answer, body: JSON.parse(answer.text) };
  };

  it.each([
    ['one that says initialize', 'legacy', '2025-11-25'],
    ['one that asks which the service has', 'auto', NOW],
    ['one that takes no other', { pin: NOW }, NOW],
  ] as const)('serves a client: %s', async (_kind, mode, version) => {
    const mcp = await connectMcp(service, service.admin.key ?? '', { mode });
    expect(mcp.client.getNegotiatedProtocolVersion()).toBe(version);
    expect(mcp.client.getServerVersion()).toMatchObject({ name: 'scheduling-service' });
    expect(mcp.client.getInstructions()).toContain('untrusted');
    const { content } = await mcp.call('create_customer', {
      firstName: version,
      lastName: 'Test',
      idempotencyKey: `first-${JSON.stringify(mode).replaceAll(/\W/g, '')}`,
    });
    expect(content.data.firstName).toBe(version);
    expect((await mcp.call('list_services', { color: 'red' })).content.error.code).toBe('VALIDATION_ERROR');
    await expect(mcp.call('no_such_tool')).rejects.toMatchObject({ code: -32_602 });
    await mcp.client.close();
  });

  it('answers without initialize, with JSON and for no cache', async () => {
    const { status, headers, body } = await send('tools/list');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('mcp-session-id')).toBeNull();
    expect(body.result).toMatchObject({ resultType: 'complete', ttlMs: 0, cacheScope: 'private' });
    expect(body.result.tools).not.toEqual([]);
  });

  it('names its versions, its tools and nothing else', async () => {
    const { body } = await send('server/discover');
    expect(body.result.supportedVersions).toContain(NOW);
    expect(body.result.capabilities).toEqual({ tools: {} });
  });

  it.each(['ping', 'initialize', 'resources/list', 'subscriptions/listen'])(
    'has no method %s',
    async (method) => {
      const { status, body } = await send(method, { notifications: {} });
      expect(status).toBe(404);
      expect(body).toMatchObject({ id: 1, error: { code: -32_601 } });
    },
  );

  it('refuses headers that say something else than the message', async () => {
    const params = { name: 'list_services', arguments: {} };
    expect((await send('tools/call', params, { 'mcp-name': 'list_services' })).status).toBe(200);
    for (const headers of [{ 'mcp-name': 'find_times' }, { 'mcp-method': 'tools/list' }, {}]) {
      const { status, body } = await send('tools/call', params, headers as Record<string, string>);
      expect(status).toBe(400);
      expect(body.error.code).toBe(-32_020);
    }
  });

  it('refuses a version that it does not have, and names those of this kind that it has', async () => {
    const later = { ...META, 'io.modelcontextprotocol/protocolVersion': '2099-01-01' };
    const { status, body } = await send(
      'tools/list',
      { _meta: later },
      { 'mcp-protocol-version': '2099-01-01' },
    );
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: -32_022, data: { supported: [NOW] } });
  });
});
