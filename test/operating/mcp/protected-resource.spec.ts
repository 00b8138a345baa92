import { sendHttp } from '../../support/send-http';
import { startTestService, type TestService } from '../../support/test-service';
import { TokenIssuer } from '../../support/token-issuer';

const PATH = '/.well-known/oauth-protected-resource';
const METADATA = 'resource_metadata="https://booking.example.com/.well-known/oauth-protected-resource"';
const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

describe('An agent that only knows the address of /mcp', () => {
  let issuer: TokenIssuer;
  let service: TestService;

  beforeAll(async () => {
    issuer = await TokenIssuer.start();
    const environment = issuer.settings({ PUBLIC_URL: 'https://booking.example.com' });
    service = await startTestService({ environment });
    await service.query(`update users set subject = 'kim' where id = 1`);
  });

  afterAll(() => Promise.all([service.stop(), issuer.stop()]));

  const call = async (authorization?: string, name = 'list_services') => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } };
    const headers = { ...HEADERS, ...(authorization !== undefined && { authorization }) };
    const answer = await sendHttp(`${service.url}/mcp`, {
      method: 'POST',
      headers,
      body: JSON.stringify(message),
    });
    return { status: answer.status, challenge: answer.headers.get('www-authenticate'), text: answer.text };
  };

  it('is told where to read who signs it in, with a wrong credential or without one', async () => {
    expect(await call()).toMatchObject({ status: 401, challenge: `Bearer ${METADATA}` });
    for (const wrong of ['xsk_wrong', await issuer.sign({ sub: 'kim', exp: 1 })])
      expect(await call(`Bearer ${wrong}`)).toMatchObject({
        status: 401,
        challenge: `Bearer error="invalid_token", ${METADATA}`,
      });
    expect((await service.anonymous.get('/webhooks')).headers.get('www-authenticate')).toBe('Bearer');
  });

  it.each([PATH, `${PATH}/mcp`])('reads at %s who that is, from any page', async (path) => {
    const answer = await fetch(service.url + path, { headers: { origin: 'https://agent.example' } });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    expect(await answer.json()).toEqual({
      resource: 'https://booking.example.com/mcp',
      authorization_servers: [issuer.url],
      bearer_methods_supported: ['header'],
      resource_name: 'Scheduling service',
    });
  });

  it('calls the tools with its token, and is told the scope that a tool takes beyond it', async () => {
    const all = await call(`Bearer ${await issuer.sign({ sub: 'kim' })}`);
    expect(all.status).toBe(200);
    expect(JSON.parse(all.text)).toMatchObject({
      result: { structuredContent: { data: expect.any(Array) } },
    });
    const less = `Bearer ${await issuer.sign({ sub: 'kim', scope: 'appointments:read' })}`;
    expect(await call(less)).toMatchObject({
      status: 403,
      challenge: `Bearer error="insufficient_scope", scope="services:read", ${METADATA}`,
    });
    expect((await call(less, 'no_such_tool')).status).toBe(200);
  });
});

describe('Without OIDC_ISSUER', () => {
  it('there is no metadata', async () => {
    const service = await startTestService();
    for (const path of [PATH, `${PATH}/mcp`]) expect((await fetch(service.url + path)).status).toBe(404);
    await service.stop();
  });
});
