import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Prototypes } from '../../../src/platform/http/server/express-messages';
import { startTestService, type TestService } from '../../support/test-service';

describe('A request and its response', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
  });

  afterAll(() => service.stop());

  it('have the prototypes of Express before Express sees them, so that it changes none', async () => {
    const { request, response } = service.app.getHttpAdapter().getInstance() as Prototypes;
    const found: object[] = [];
    const note = (...messages: readonly [IncomingMessage, ServerResponse]) => {
      found.push(...messages.map((message) => Object.getPrototypeOf(message) as object));
    };
    service.app.getHttpServer().prependOnceListener('request', note);
    expect((await service.admin.get('/services')).status).toBe(200);
    expect(found).toHaveLength(2);
    expect(found[0]).toBe(request);
    expect(found[1]).toBe(response);
  });
});
