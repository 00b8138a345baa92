import {
  Client,
  type ClientOptions,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import type { Browser } from 'playwright-core';
import { aProvider, aService, MONDAY } from '../support/builders';
import { callTool } from '../support/mcp';
import { startTestService, type TestService } from '../support/test-service';
import { AUDIENCE } from '../support/token-issuer';
import { IdentityProvider, signIn } from './identity-provider';
import { type Site, startBrowser, startSite, stopSite } from './site';

const EMAIL = 'kim@salon.example';

/** What an agent keeps of its sign-in: at first, it knows nothing. */
function anAgent(redirectUrl: string) {
  const kept: { client?: object; tokens?: object; verifier?: string; address?: URL; found?: object } = {};
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: {
      redirect_uris: [redirectUrl],
      client_name: 'An agent',
      scope: 'openid',
      grant_types: ['authorization_code'],
      token_endpoint_auth_method: 'none',
    },
    clientInformation: () => kept.client as never,
    saveClientInformation: (client) => void (kept.client = client),
    tokens: () => kept.tokens as never,
    saveTokens: (tokens) => void (kept.tokens = tokens),
    redirectToAuthorization: (address) => void (kept.address = address),
    saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier ?? '',
    saveDiscoveryState: (found) => void (kept.found = found),
    discoveryState: () => kept.found as never,
  };
  return { provider, kept };
}

describe('An agent that only knows the address of /mcp', () => {
  let browser: Browser;
  let identity: IdentityProvider;
  let service: TestService;
  let site: Site;
  let booking: { readonly providerId: number; readonly serviceId: number };

  beforeAll(async () => {
    identity = await IdentityProvider.start();
    const environment = {
      OIDC_ISSUER: identity.issuer,
      OIDC_AUDIENCE: AUDIENCE,
      PUBLIC_URL: new URL(AUDIENCE).origin,
    };
    service = await startTestService({ environment });
    const providerId = await aProvider(service.admin);
    booking = { providerId, serviceId: await aService(service.admin, { providerIds: [providerId] }) };
    await service.query(
      `insert into users (name, email, roles, created_at, updated_at) values ('Kim', $1, '{staff}', now(), now())`,
      [EMAIL],
    );
    site = await startSite();
    browser = await startBrowser();
  });

  afterAll(async () => {
    identity.stop();
    stopSite(site);
    await browser.close();
    await service.stop();
  });

  /** Sends what is for the public address of the service to the one that runs. */
  const send: typeof fetch = (url, init) =>
    fetch(
      String(url instanceof Request ? url.url : url).replace(new URL(AUDIENCE).origin, service.url),
      init,
    );

  it.each([
    ['before 2026-07-28', 'legacy', '10:00'],
    ['of 2026-07-28', { pin: '2026-07-28' }, '11:00'],
  ] as const)(
    'finds where its person signs in, books, and is refused once the person is deactivated: the protocol %s',
    async (_era, mode: NonNullable<ClientOptions['versionNegotiation']>['mode'], start) => {
      const { provider, kept } = anAgent(`${site.origin}/`);
      const transport = () =>
        new StreamableHTTPClientTransport(new URL(AUDIENCE), { authProvider: provider, fetch: send });
      const client = () => new Client({ name: 'agent', version: '1.0.0' }, { versionNegotiation: { mode } });
      const first = transport();
      await expect(client().connect(first)).rejects.toBeInstanceOf(UnauthorizedError);

      const page = await browser.newPage();
      await page.goto(kept.address?.href ?? '');
      await signIn(page, EMAIL);
      await page.waitForURL(`${site.origin}/**`);
      await first.finishAuth(new URL(page.url()).searchParams);
      const signedIn = client();
      await signedIn.connect(transport());
      const booked = await callTool(signedIn, 'book_appointment', {
        ...{ ...booking, date: MONDAY, start, name: 'Ada', email: 'ada@example.com' },
        idempotencyKey: `agent-${start}`,
      });
      expect(booked).toMatchObject({ content: { data: { start: expect.stringContaining(start) } } });

      const activate = (active: boolean) =>
        service.query('update users set active = $1 where email = $2', [active, EMAIL]);
      await activate(false);
      await expect(callTool(signedIn, 'list_services')).rejects.toMatchObject({ status: 403 });
      await activate(true);
      await page.close();
    },
  );
});
