import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { aBrowserKey } from '../support/pages';
import { startTestService, type TestService } from '../support/test-service';
import { aSalon, aVisitor, choose, heading, type Visitor, ZONE } from './booking-site';
import { KEPT, stateOf } from './kept-pictures';
import { startBrowser, startSite, stopSite } from './site';

const EXAMPLE = join(__dirname, '../../examples/booking-page');
const SERVER = join(EXAMPLE, 'serve.mjs');
const PICTURES = 'docs/images/booking-page';
const MAX_BYTES = 120_000;

/** A port that was free a moment ago. */
async function aFreePort(): Promise<string> {
  const site = await startSite();
  stopSite(site);
  await once(site.server, 'close');
  return new URL(site.origin).port;
}

describe('The example of a booking page', () => {
  let browser: Browser;
  let service: TestService;
  let server: ChildProcess;
  let origin: string;
  let visitor: Visitor;

  beforeAll(async () => {
    const port = await aFreePort();
    origin = `http://localhost:${port}`;
    service = await startTestService({ environment: { BUSINESS_TIMEZONE: ZONE } });
    await aSalon(service);
    const { key } = await aBrowserKey(service, { origins: [origin] });
    const flags = ['--api', service.url, '--port', port, '--title', 'Studio Linde', '--key', key];
    server = spawn(process.execPath, [SERVER, ...flags], { stdio: ['ignore', 'pipe', 'inherit'] });
    if (server.stdout !== null) await once(server.stdout, 'data');
    browser = await startBrowser();
    visitor = await aVisitor(browser, service, { origin });
  });

  afterAll(async () => {
    server.kill();
    await browser.close();
    await service.stop();
  });

  /** Compares the picture with the screen, whose content is in a shadow root. */
  const picture = async (name: string) => {
    const shown = String(
      await visitor.page.evaluate(`document.querySelector('booking-page').shadowRoot.innerHTML`),
    );
    const style = readFileSync(join(EXAMPLE, 'src/style.css'), 'utf8');
    return stateOf(join(PICTURES, `${name}.png`), shown + style, visitor.page);
  };

  it('is served by npm run example, and looks as the pictures of its README', async () => {
    await visitor.page.goto(origin);
    for (const each of ['Haircut', 'Salon in the centre', 'Ana']) await choose(visitor.page, each);
    await heading(visitor.page, 'Choose a day');
    expect(await picture('days')).toBe(KEPT);
    await choose(visitor.page, 'Mon 23');
    await choose(visitor.page, '10:00');
    await heading(visitor.page, 'Your details');
    await visitor.page.getByText('We keep this time for you').waitFor();
    expect(await picture('details')).toBe(KEPT);
    await visitor.page.goto(`${origin}/embed`);
    await heading(visitor.page, 'Choose a service');
    expect(await picture('embedded')).toBe(KEPT);
    expect(visitor.complaints).toEqual([]);
  });

  it('shows small pictures, and all of them', () => {
    const files = readdirSync(PICTURES).toSorted();
    const readme = readFileSync(join(EXAMPLE, 'README.md'), 'utf8');
    const shown = [...readme.matchAll(/\.\.\/\.\.\/docs\/images\/booking-page\/([\w.-]+)/g)].map(
      ([, file]) => file,
    );
    expect(shown.toSorted()).toEqual(files);
    const bytes = files.reduce((sum, file) => sum + statSync(join(PICTURES, file)).size, 0);
    expect(bytes).toBeLessThan(MAX_BYTES);
  });

  it('says how to make a key when it has none', () => {
    const { status, stderr } = spawnSync(process.execPath, [SERVER, '--port', '8080'], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([1, expect.stringContaining('--origins http://localhost:8080')]);
  });
});
