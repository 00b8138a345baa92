import { createHmac, type KeyObject, createPublicKey, webcrypto } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { START } from '../../support/settable-clock';
import { startTestService, type TestService } from '../../support/test-service';
import { signingKey, TokenIssuer } from '../../support/token-issuer';

const NOW = Date.parse(START) / 1_000;
const SUBJECT = 'admin@example.com';
const INVALID = { status: 401, challenge: 'Bearer error="invalid_token"', code: 'unauthorized' };

describe('An access token of the identity provider', () => {
  let issuer: TokenIssuer;
  let service: TestService;

  beforeAll(async () => {
    issuer = await TokenIssuer.start();
    service = await startTestService({ environment: issuer.settings() });
    await service.query(`update users set email = '${SUBJECT}' where id = 1`);
  });

  afterAll(() => Promise.all([service.stop(), issuer.stop()]));

  afterEach(() => {
    service.clock.set(START);
  });

  const send = async (token: string, path = '/webhooks') => {
    const { status, headers, body } = await service.withKey(token).get(path);
    return {
      status,
      challenge: headers.get('www-authenticate'),
      code: body.error?.code,
      details: body.error?.details,
    };
  };
  const statusOf = async (token: string) => (await send(token)).status;
  const signed = (claims: JWTPayload = {}, header: object = {}, key = issuer.key) =>
    issuer.sign({ sub: SUBJECT, ...claims }, header, key);

  it('opens what the roles of its user open', async () => {
    expect(await send(await signed())).toMatchObject({ status: 200 });
  });

  it.each([
    ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
    ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
  ])('is taken with a signature by %s', async (alg) => {
    service.clock.advance(31_000);
    await issuer.rotate(alg);
    expect(await statusOf(await signed())).toBe(200);
  });

  it.each<[string, JWTPayload, object]>([
    ['for another audience', { aud: 'https://shop.example.com' }, {}],
    ['without an audience', { aud: undefined }, {}],
    ['of another issuer', { iss: 'https://login.example.org' }, {}],
    ['whose issuer has a slash more', { iss: 'slash' }, {}],
    ['without an expiry', { exp: undefined }, {}],
    ['whose expiry is a text', { exp: '2999999999' as never }, {}],
    ['that is an ID token by its type', {}, { typ: 'id_token+jwt' }],
    ['of a logout', {}, { typ: 'logout+jwt' }],
    ['whose header names an extension that it demands', {}, { crit: ['x'], x: 1 }],
    ['with providers that are a text', { scheduling_providers: '1' }, {}],
    ['with a provider that is a text', { scheduling_providers: ['1'] }, {}],
    ['with a location below 1', { scheduling_locations: [0] }, {}],
    ['that hides what is no group', { scheduling_hide: ['everything'] }, {}],
  ])('is refused %s', async (_what, claims, header) => {
    const iss = claims.iss === 'slash' ? `${issuer.url}/` : (claims.iss ?? issuer.url);
    expect(await send(await rawToken({ sub: SUBJECT, ...claims, iss }, header))).toEqual(INVALID);
  });

  /** `SignJWT` refuses to sign some of them. */
  async function rawToken(claims: JWTPayload, header: object): Promise<string> {
    if (!('crit' in header)) return issuer.sign(claims, header);
    const [, payload] = (await issuer.sign(claims)).split('.');
    const key = issuer.key.privateKey as webcrypto.CryptoKey;
    const text = `${encoded({ alg: issuer.key.alg, kid: issuer.key.kid, ...header })}.${payload ?? ''}`;
    const signature = await webcrypto.subtle.sign(key.algorithm, key, Buffer.from(text));
    return `${text}.${Buffer.from(signature).toString('base64url')}`;
  }

  it.each([undefined, 'JWT', 'jwt', 'at+jwt', 'application/at+jwt'])(
    'is taken with the type %s',
    async (typ) => {
      expect(await statusOf(await signed({}, { typ }))).toBe(200);
    },
  );

  it('is taken as long as the clock of the provider is 59 s off, and not when it is 61 s off', async () => {
    expect(await statusOf(await signed({ exp: NOW - 59 }))).toBe(200);
    expect(await send(await signed({ exp: NOW - 61 }))).toEqual(INVALID);
    expect(await statusOf(await signed({ nbf: NOW + 59 }))).toBe(200);
    expect(await send(await signed({ nbf: NOW + 61 }))).toEqual(INVALID);
    expect(await statusOf(await signed({ iat: NOW + 86_400 }))).toBe(200);
  });

  it('that was taken before is refused once it has ended', async () => {
    const token = await signed({ exp: NOW + 10 });
    expect(await statusOf(token)).toBe(200);
    service.clock.advance(69_000);
    expect(await statusOf(token)).toBe(200);
    service.clock.advance(1_000);
    expect(await send(token)).toEqual(INVALID);
  });

  describe('whose signature is a trick', () => {
    const encodedClaims = () =>
      encoded({
        iss: issuer.url,
        aud: issuer.settings()['OIDC_AUDIENCE']?.split(',')[1],
        sub: SUBJECT,
        exp: NOW + 60,
      });

    it.each(['none', 'None', 'NONE', ''])(
      'is refused with the algorithm %j and no signature',
      async (alg) => {
        expect(await send(`${encoded({ alg, kid: issuer.key.kid })}.${encodedClaims()}.`)).toEqual(INVALID);
      },
    );

    it.each(['HS256', 'HS384', 'HS512'])(
      'is refused with %s and the public key as the secret',
      async (alg) => {
        const publicKey: KeyObject = createPublicKey({ key: issuer.key.publicKey, format: 'jwk' } as never);
        const secrets = [
          publicKey.export({ type: 'spki', format: 'pem' }),
          publicKey.export({ type: 'spki', format: 'der' }),
          JSON.stringify(issuer.key.publicKey),
          '',
        ];
        for (const secret of secrets) {
          const text = `${encoded({ alg, kid: issuer.key.kid })}.${encodedClaims()}`;
          const signature = createHmac(alg.replace('HS', 'sha'), secret).update(text).digest('base64url');
          expect(await send(`${text}.${signature}`)).toEqual(INVALID);
        }
      },
    );

    it('is refused with HS256 although the provider publishes a shared secret', async () => {
      service.clock.advance(31_000);
      const secret = Buffer.alloc(32, 7);
      issuer.published = [
        ...issuer.published,
        { kty: 'oct', kid: 'shared', alg: 'HS256', k: secret.toString('base64url') },
      ];
      const key = { alg: 'HS256', kid: 'shared', privateKey: secret, publicKey: {} };
      expect(await send(await signed({}, {}, key as never))).toEqual(INVALID);
    });

    it.each(['kid', 'jku', 'x5u', 'jwk', 'x5c'])(
      'is refused with a key of its own in %s, and nothing is fetched',
      async (member) => {
        const own = await signingKey('ES256');
        const other = await TokenIssuer.start();
        other.published = [own.publicKey];
        const header = {
          kid: own.kid,
          [member]: { jwk: own.publicKey, x5c: ['MIIB'] }[member] ?? `${other.url}/keys`,
        };
        expect(await send(await signed({}, header, own))).toEqual(INVALID);
        expect(other.asked).toEqual([]);
        await other.stop();
      },
    );

    it('is refused with the id of a key of the provider and the signature of another', async () => {
      const own = await signingKey('ES256');
      expect(await send(await signed({}, { kid: issuer.key.kid }, own))).toEqual(INVALID);
    });

    it.each(['eyJ', 'eyJhbGciOiJSUzI1NiJ9', 'eyJhbGciOiJSUzI1NiJ9..', 'eyJ.e.e', 'eyJ.a.b.c.d'])(
      'is refused when it is no token: %s',
      async (text) => {
        expect(await send(text)).toEqual(INVALID);
      },
    );
  });

  it('without a key id is taken when exactly one published key fits', async () => {
    service.clock.advance(31_000);
    const key = await signingKey('ES256', { kid: undefined });
    issuer.published = [key.publicKey];
    const token = await signed({ jti: 'alone' }, {}, key);
    await signed({}, { kid: 'asks for the keys' }).then(send);
    expect(await statusOf(token)).toBe(200);
    service.clock.advance(31_000);
    issuer.published = [key.publicKey, (await signingKey('ES256')).publicKey];
    await signed({}, { kid: 'asks again' }).then(send);
    expect(await send(token)).toEqual(INVALID);
    service.clock.advance(31_000);
    await issuer.rotate();
  });

  it('that is refused costs 401 on public operations, too, and no CORS header', async () => {
    const { status, headers } = await service
      .withKey(await signed({ exp: 1 }))
      .get('/providers', { headers: { origin: 'https://app.example.com' } });
    expect(status).toBe(401);
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('Without OIDC_ISSUER', () => {
  it('a token is refused as an unknown key is, and the provider is not asked', async () => {
    const issuer = await TokenIssuer.start();
    const service = await startTestService();
    const { status, body } = await service.withKey(await issuer.sign({ sub: SUBJECT })).get('/webhooks');
    expect([status, body.error.code, issuer.asked]).toEqual([401, 'unauthorized', []]);
    await Promise.all([service.stop(), issuer.stop()]);
  });
});

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
