import { SignIn } from '../../../src/people/sign-in/sign-in';
import { startTestService, type TestService } from '../../support/test-service';
import { signingKey, TokenIssuer } from '../../support/token-issuer';

const [MINUTE, HOUR] = [60_000, 3_600_000];
const FAR = { exp: 4_000_000_000 };

describe('The keys of the identity provider', () => {
  let issuer: TokenIssuer;
  let service: TestService;

  beforeEach(async () => {
    issuer = await TokenIssuer.start();
    service = await startTestService({ environment: issuer.settings() });
    await service.query(`update users set subject = 'kim' where id = 1`);
  });

  afterEach(() => Promise.all([service.stop(), issuer.stop()]));

  const statusOf = async (token: string) => (await service.withKey(token).get('/webhooks')).status;
  const signed = (header: object = {}, key = issuer.key) => issuer.sign({ sub: 'kim', ...FAR }, header, key);
  const fetches = () => issuer.asked.filter((path) => path === '/keys').length;

  it('are fetched with the first token, not at the start, and not again for ten minutes', async () => {
    expect(issuer.asked).toEqual([]);
    expect(await statusOf(await signed())).toBe(200);
    service.clock.advance(10 * MINUTE - 1);
    expect(await statusOf(await signed())).toBe(200);
    expect(fetches()).toBe(1);
    service.clock.advance(1);
    expect(await statusOf(await signed())).toBe(200);
    expect(fetches()).toBe(2);
  });

  it('are fetched once for 10,000 tokens that name unknown keys', async () => {
    await statusOf(await signed());
    service.clock.advance(30_000);
    const token = await signed({ kid: 'unknown' });
    const [, payload, signature] = token.split('.');
    const header = (kid: string) => Buffer.from(JSON.stringify({ alg: 'ES256', kid })).toString('base64url');
    const signIn = service.app.get(SignIn);
    const kinds = new Set<string>();
    for (let sent = 0; sent < 10_000; sent += 50) {
      const batch = Array.from({ length: 50 }, (_, index) =>
        signIn.identify(`${header(`unknown-${sent + index}`)}.${payload ?? ''}.${signature ?? ''}`),
      );
      for (const { kind } of await Promise.all(batch)) kinds.add(kind);
    }
    expect(kinds).toEqual(new Set(['invalid']));
    expect(fetches()).toBe(2);
  });

  it('rotate while requests run: tokens of the new key are taken, those of the one that went are not', async () => {
    const [old, oldKey] = [await signed(), issuer.key];
    expect(await statusOf(old)).toBe(200);
    service.clock.advance(MINUTE);
    const renewed = await issuer.rotate();
    issuer.published = [oldKey.publicKey, renewed.publicKey];
    const tokens = [await signed(), await signed()];
    expect(await Promise.all([...tokens, old].map(statusOf))).toEqual([200, 200, 200]);
    expect(fetches()).toBe(2);
    issuer.published = [renewed.publicKey];
    expect(await statusOf(old)).toBe(200);
    service.clock.advance(10 * MINUTE);
    expect(await statusOf(old)).toBe(401);
    expect(await statusOf(tokens[0] ?? '')).toBe(200);
  });

  it('that are known go on for 24 hours while the provider is away, and then no token is taken', async () => {
    const token = await signed();
    expect(await statusOf(token)).toBe(200);
    issuer.fault = 503;
    service.clock.advance(24 * HOUR - 1);
    expect(await statusOf(token)).toBe(200);
    service.clock.advance(1);
    expect(await statusOf(token)).toBe(401);
    issuer.fault = undefined;
    service.clock.advance(30_000);
    expect(await statusOf(token)).toBe(200);
  });

  it('make the service start without the provider, which is asked at most once in 30 seconds', async () => {
    issuer.fault = 503;
    const token = await signed();
    expect(await statusOf(token)).toBe(401);
    issuer.fault = undefined;
    service.clock.advance(29_999);
    expect(await statusOf(token)).toBe(401);
    service.clock.advance(1);
    expect(await statusOf(token)).toBe(200);
  });

  it('that are away are said by /health/ready, which stays ready', async () => {
    const ready = async () => {
      const answer = await fetch(`${service.url}/health/ready`);
      return [answer.status, await answer.json()];
    };
    await statusOf(await signed());
    expect(await ready()).toEqual([200, { status: 'ok' }]);
    issuer.fault = 503;
    service.clock.advance(10 * MINUTE);
    await statusOf(await signed());
    expect(await ready()).toEqual([
      200,
      { status: 'ok', details: { identityProvider: expect.stringContaining('answers 503') } },
    ]);
  });

  it.each<[string, object]>([
    ['names another issuer', { issuer: 'https://login.example.org' }],
    ['names no address of keys', { jwks_uri: undefined }],
    ['names keys without TLS on another machine', { jwks_uri: 'http://login.example.org/keys' }],
    ['is more than 1 MiB long', { padding: 'x'.repeat(1_048_576) }],
  ])('are not taken when the metadata %s', async (_what, metadata) => {
    issuer.metadata = metadata;
    expect(await statusOf(await signed())).toBe(401);
    expect(fetches()).toBe(0);
  });

  it('are found by the metadata of OAuth where there is none of OpenID Connect', async () => {
    const oauth = await TokenIssuer.start();
    const other = await startTestService({
      environment: { ...oauth.settings(), OIDC_ISSUER: `${oauth.url}/realm` },
    });
    oauth.metadata = { issuer: `${oauth.url}/realm` };
    oauth.paths = { '/.well-known/oauth-authorization-server/realm': '/.well-known/openid-configuration' };
    await other.query(`update users set subject = 'kim' where id = 1`);
    const token = await oauth.sign({ sub: 'kim', iss: `${oauth.url}/realm` });
    expect((await other.withKey(token).get('/webhooks')).status).toBe(200);
    await Promise.all([other.stop(), oauth.stop()]);
  });

  it('that are broken refuse the tokens of the key that is, and no other', async () => {
    const broken = { ...(await signingKey('RS256')).publicKey, n: '!', kid: 'broken' };
    issuer.published = [...issuer.published, broken];
    expect(await statusOf(await signed({ kid: 'broken', alg: 'RS256' }, await signingKey('RS256')))).toBe(
      401,
    );
    expect(await statusOf(await signed())).toBe(200);
  });
});
