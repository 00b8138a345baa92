import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { aBooking, aProvider, aService } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';
import { startBrowser, startSite, stopSite } from './site';

const PROVIDER = join(__dirname, '../support/oidc-provider.mjs');
const PAGE = join(__dirname, '../../examples/staff-day/serve.mjs');
const AUDIENCE = 'https://booking.example.com/mcp';
const EMAIL = 'ana@salon.example';

async function aFreePort(): Promise<string> {
  const site = await startSite();
  stopSite(site);
  await once(site.server, 'close');
  return new URL(site.origin).port;
}

async function started(file: string, ...args: string[]): Promise<ChildProcess> {
  const process_ = spawn(process.execPath, [file, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  if (process_.stdout !== null) await once(process_.stdout, 'data');
  return process_;
}

describe('The example of a page for staff', () => {
  let browser: Browser;
  let service: TestService;
  let origin: string;
  const processes: ChildProcess[] = [];
  let id: number;

  beforeAll(async () => {
    const [ofProvider, ofPage] = [await aFreePort(), await aFreePort()];
    origin = `http://localhost:${ofPage}`;
    const issuer = `http://localhost:${ofProvider}`;
    service = await startTestService({
      environment: { OIDC_ISSUER: issuer, OIDC_AUDIENCE: AUDIENCE, CORS_ORIGINS: origin },
    });
    // The provider and the browser have the clock of the machine.
    const today = new Date().toISOString().slice(0, 10);
    service.clock.set(`${today}T00:00:30Z`);
    const providerId = await aProvider(service.admin, { email: EMAIL });
    const serviceId = await aService(service.admin, { providerIds: [providerId], minNoticeMin: 0 });
    const booking = {
      ...aBooking(providerId, serviceId, { date: today, start: '23:00' }),
      ignoreSchedule: true,
    };
    const { body } = await service.admin.post('/appointments', booking);
    id = body.data.id as number;
    // It stands still, and the page says that the customer has come now.
    service.clock.set(new Date(Date.now() + 60_000).toISOString());
    const settings = ['--api', service.url, '--issuer', issuer, '--audience', AUDIENCE, '--port', ofPage];
    processes.push(
      await started(PROVIDER, ofProvider, `${origin}/`, AUDIENCE),
      await started(PAGE, ...settings),
    );
    browser = await startBrowser();
  });

  afterAll(async () => {
    for (const each of processes) each.kill();
    await browser.close();
    await service.stop();
  });

  it('shows who comes today after the sign-in with PKCE, and lets the person arrive, move and cancel', async () => {
    const page = await browser.newPage();
    await page.goto(origin);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('input[name="login"]').fill(EMAIL);
    await page.locator('input[name="password"]').fill('any');
    await page.locator('button[type="submit"]').click();
    await page.getByRole('button', { name: 'Continue' }).click();
    const card = page.getByRole('article');
    await card.getByText('23:00').waitFor();
    await card.getByRole('button', { name: 'Has come' }).click();
    await card.getByText('has come').waitFor();
    page.on('dialog', (dialog) => void dialog.accept('22:00'));
    await card.getByRole('button', { name: 'Move' }).click();
    await card.getByText('22:00').waitFor();
    await card.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Nobody comes today.').waitFor();
    const { body } = await service.admin.get(`/audit?resource=appointments&resourceId=${id}`);
    const vias = (body.data as { via: string; apiKeyId: number | null }[]).map(({ via }) => via);
    expect(vias.filter((via) => via === 'oidc')).toHaveLength(3);
  });
});
