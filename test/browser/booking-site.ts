import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, BrowserContextOptions, Browser, Page } from 'playwright-core';
import { aProvider, aService } from '../support/builders';
import { aBrowserKey } from '../support/pages';
import { startTestService, type TestService } from '../support/test-service';
import { type Site, startBrowser, stopSite } from './site';

const EXAMPLE = join(__dirname, '../../examples/booking-page');
export const ZONE = 'Europe/Berlin';

/** A site with the page at `/`, and a page that embeds it at `/embed`. Its pages allow the script of the site and nothing else. */
export interface BookingSite extends Site {
  /** Fills in what a newcomer fills in. */
  use(service: string, key: string): void;
}

/** Builds the page and serves it, as the README says. */
export async function startBookingSite(): Promise<BookingSite> {
  const folder = mkdtempSync(join(process.env['TEST_RUN_FOLDER'] ?? tmpdir(), 'booking-'));
  execFileSync(process.execPath, [join(EXAMPLE, 'build.mjs'), folder], { stdio: 'inherit' });
  const [script, page] = ['booking.js', 'booking.html'].map((name) =>
    readFileSync(join(folder, name), 'utf8'),
  );
  let [api, key] = ['', ''];
  const filled = (text = '') =>
    text.replace('https://booking.example.com', () => api).replace('YOUR_BROWSER_KEY', () => key);
  const server = createServer((request, response) => {
    if (request.url === '/booking.js') response.setHeader('content-type', 'text/javascript').end(script);
    else if (request.url === '/embed') {
      const policy = `default-src 'none'; script-src 'self'; connect-src ${api}`;
      response
        .setHeader('content-security-policy', policy)
        .setHeader('content-type', 'text/html')
        .end(embed());
    } else response.setHeader('content-type', 'text/html').end(filled(page));
  }).listen(0, '127.0.0.1');
  const embed = () => `<!doctype html><html lang="en"><title>Salon</title><main><h1>Salon</h1>
    <script src="/booking.js" data-api="${api}" data-key="${key}"></script></main></html>`;
  await once(server, 'listening');
  return {
    server,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    use: (service, browserKey) => {
      [api, key] = [service, browserKey];
    },
  };
}

/** A salon with two services, two places and two people, of whom Ana is at both places. */
export interface Salon {
  readonly cut: number;
  readonly colour: number;
  readonly centre: number;
  readonly river: number;
  readonly ana: number;
  readonly jonas: number;
}

const QUESTIONS = [
  { key: 'hair', label: 'How long is your hair?', labels: { de: 'Wie lang ist Ihr Haar?' }, type: 'text' },
  { key: 'first', label: 'Is it your first visit?', type: 'boolean', required: true },
];

export async function aSalon({ admin }: TestService): Promise<Salon> {
  const place = async (name: string) =>
    (await admin.post('/locations', { name, address: `${name}, Berlin` })).body.data.id as number;
  const [centre, river] = [await place('Salon in the centre'), await place('Salon at the river')];
  const at = (locationId: number, day: string) => ({ day, start: '09:00', end: '17:00', locationId });
  return {
    ...{ centre, river },
    cut: await aService(admin, { name: 'Haircut', price: 38.5, questions: QUESTIONS }),
    colour: await aService(admin, { name: 'Colour', durationMin: 90 }),
    ana: await aProvider(admin, {
      name: 'Ana Silva',
      schedule: [at(centre, 'monday'), at(river, 'tuesday')],
    }),
    jonas: await aProvider(admin, { name: 'Jonas Weiß', schedule: [at(centre, 'monday')] }),
  };
}

/** Those of the README, and no more. */
const SCOPES = ['catalogue:read', 'availability:read', 'appointments:book'];

/** A browser key for the page of the site. */
export async function openFor(service: TestService, site: BookingSite): Promise<void> {
  const { key } = await aBrowserKey(service, { origins: [site.origin], scopes: SCOPES });
  site.use(service.url, key);
}

/** A browser, the site with the page, and the service of a salon. */
export interface Opened {
  readonly browser: Browser;
  readonly site: BookingSite;
  readonly service: TestService;
  readonly salon: Salon;
  close(): Promise<void>;
}

export async function openAll(): Promise<Opened> {
  const site = await startBookingSite();
  const service = await startTestService({ environment: { BUSINESS_TIMEZONE: ZONE } });
  const salon = await aSalon(service);
  const browser = await startBrowser();
  const close = async () => {
    await browser.close();
    await service.stop();
    stopSite(site);
  };
  return { browser, site, service, salon, close };
}

/** A visitor of the page, and what the page asks of the service. */
export interface Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Method and path of each request to the service, preflights aside. */
  readonly calls: string[];
  /** Addresses outside the service and the site. */
  readonly strangers: string[];
  /** Warnings and errors of the browser. */
  readonly complaints: string[];
}

export async function aVisitor(
  browser: Browser,
  service: TestService,
  site: Pick<BookingSite, 'origin'>,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    ...{ locale: 'en-GB', timezoneId: ZONE, viewport: { width: 390, height: 844 } },
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  const visitor: Visitor = { page, context, calls: [], strangers: [], complaints: [] };
  page.on('request', (request) => {
    const url = request.url();
    const isOfService = url.startsWith(`${service.url}/api/v1`);
    if (isOfService)
      visitor.calls.push(`${request.method()} ${new URL(url).pathname.replace('/api/v1', '')}`);
    else if (!url.startsWith(site.origin)) visitor.strangers.push(url);
  });
  page.on('console', (message) => visitor.complaints.push(message.text()));
  page.on('pageerror', ({ message }) => visitor.complaints.push(message));
  return visitor;
}

/** Chooses what a button offers, by the beginning of its text. */
export const choose = (page: Page, name: string) => page.getByRole('button', { name }).first().click();

export const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 2, name }).waitFor();

/** Goes on until the details are asked for: a haircut in the centre on Monday, by default at 10:00 with anyone. */
export async function toDetails(
  { page }: Visitor,
  site: BookingSite,
  { person = 'Anyone', time = '10:00' } = {},
) {
  await page.goto(site.origin);
  await choose(page, 'Haircut');
  await choose(page, 'Salon in the centre');
  await choose(page, person);
  await choose(page, 'Mon 23 November');
  await choose(page, time);
  await heading(page, 'Your details');
}

export async function fillIn({ page }: Visitor): Promise<void> {
  await page.getByLabel('Name').fill('Eva Berg');
  await page.getByLabel('E-mail address').fill('eva@example.com');
  await page.getByLabel('No', { exact: true }).check();
}
