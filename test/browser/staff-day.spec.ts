import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { anAppointment, aProvider, aService, MONDAY } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';
import { AUDIENCE } from '../support/token-issuer';
import { IdentityProvider, signIn, startProgram } from './identity-provider';
import { startBrowser, startSite, stopSite } from './site';

const PAGE = join(__dirname, '../../examples/staff-day/serve.mjs');
const EMAIL = 'ana@salon.example';
const NOW = `${MONDAY}T09:00:00Z`;

async function aFreePort(): Promise<string> {
  const site = await startSite();
  stopSite(site);
  await once(site.server, 'close');
  return new URL(site.origin).port;
}

describe('The example of a page for staff', () => {
  let browser: Browser;
  let provider: IdentityProvider;
  let service: TestService;
  let site: ChildProcess;
  let origin: string;
  let id: number;

  beforeAll(async () => {
    provider = await IdentityProvider.start();
    const { issuer } = provider;
    const port = await aFreePort();
    origin = `http://localhost:${port}`;
    service = await startTestService({
      environment: { OIDC_ISSUER: issuer, OIDC_AUDIENCE: AUDIENCE, CORS_ORIGINS: origin },
    });
    service.clock.set(NOW);
    const [providerId, other] = [
      await aProvider(service.admin, { email: EMAIL, timezone: 'UTC' }),
      await aProvider(service.admin),
    ];
    const serviceId = await aService(service.admin, { providerIds: [providerId, other] });
    ({ id } = await anAppointment(service.admin, providerId, serviceId, { start: '11:00' }));
    await anAppointment(service.admin, other, serviceId, { start: '12:00' });
    await anAppointment(service.admin, providerId, serviceId, { date: '2026-11-24', start: '13:00' });
    const settings = ['--api', service.url, '--issuer', issuer, '--audience', AUDIENCE, '--port', port];
    ({ child: site } = await startProgram(PAGE, ...settings));
    browser = await startBrowser();
  });

  afterAll(async () => {
    provider.stop();
    site.kill();
    await browser.close();
    await service.stop();
  });

  it('shows the day of who signs in with PKCE, who marks, moves and cancels, although the provider changes its key', async () => {
    const page = await browser.newPage();
    await page.clock.setFixedTime(NOW);
    page.on('dialog', (dialog) => void dialog.accept('15:30'));
    await page.goto(origin);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await signIn(page, EMAIL);
    const card = page.getByRole('article');
    await card.getByText(/^11:00 Customer \d+$/).waitFor();
    expect(await card.count()).toBe(1);
    await provider.rotate();
    await card.getByRole('button', { name: 'Has come' }).click();
    await card.getByText('has come').waitFor();

    // The next token has the new key.
    service.clock.advance(30_000);
    await page.reload();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await signIn(page, EMAIL);
    await card.getByRole('button', { name: 'Move' }).click();
    await card.getByText('15:30').waitFor();
    await card.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('No customers today.').waitFor();

    const { body } = await service.admin.get(`/audit?resource=appointments&resourceId=${id}`);
    const entries = body.data as { via: string; tokenId: string | null }[];
    const byToken = entries.filter(({ via }) => via === 'oidc').map(({ tokenId }) => tokenId);
    expect([byToken.length, new Set(byToken).size]).toEqual([3, 2]);
  });
});
