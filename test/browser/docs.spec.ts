import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { buildDocument } from '../../src/platform/openapi/openapi';
import { operationsOf } from '../../src/platform/openapi/operations';
import { startTestService, type TestService } from '../support/test-service';

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Saves a screenshot for human review in the folder that SCREENSHOTS names. */
async function keepScreenshot(target: Page | Locator, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (folder !== undefined) await target.screenshot({ path: `${folder}/${name}.png` });
}

describe('The documentation in a browser', () => {
  let service: TestService;
  let browser: Browser;
  let page: Page;
  /** Warnings and errors in the browser console: blocked scripts and styles, exceptions, missing files. */
  let complaints: string[];

  beforeAll(async () => {
    service = await startTestService();
    browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: FLAGS });
  });

  afterAll(async () => {
    await browser.close();
    await service.stop();
  });

  beforeEach(async () => {
    complaints = [];
    // The documentation allows 120 requests a minute, and the clock of the tests stands still.
    service.clock.advance(60_000);
    page = await browser.newPage();
    page.setDefaultTimeout(15_000);
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(`${service.url}/docs`);
    await page.locator('.opblock').first().waitFor();
  });

  afterEach(() => page.close());

  const authorize = async (key: string) => {
    await page.getByRole('button', { name: 'Authorize' }).click();
    await page.locator('.modal-ux input').fill(key);
    await page.locator('.modal-ux').getByRole('button', { name: 'Apply credentials' }).click();
    await page.locator('.modal-ux').getByRole('button', { name: 'Close' }).click();
  };

  /** Opens the section and the operation. */
  const open = async (section: string, method: string, path: string): Promise<Locator> => {
    const operation = page.locator(`.opblock-${method}`, { has: page.locator(`[data-path="${path}"]`) });
    if (!(await operation.isVisible())) await page.locator(`#operations-tag-${section}`).click();
    await operation.locator('.opblock-summary-control').click();
    return operation;
  };

  /** Opens an operation, executes it unchanged, and reads the answer. */
  const tryOut = async (section: string, method: string, path: string) => {
    const operation = await open(section, method, path);
    await operation.getByRole('button', { name: 'Execute' }).click();
    const answer = operation.locator('.live-responses-table');
    await answer.waitFor();
    return {
      status: await answer.locator('tbody .response-col_status').first().innerText(),
      body: JSON.parse(await answer.locator('.highlight-code code').first().innerText()),
    };
  };

  it.each([390, 1_280])(
    'fits a screen of %i px, shows the guide, and keeps expanded operations short',
    async (width) => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${service.url}/docs`);
      await page.locator('.opblock').first().waitFor();
      expect(await page.getByRole('heading', { name: 'Start here' }).isVisible()).toBe(true);
      const heights: number[] = [];
      for (const [section, method, path] of [
        ['Services', 'get', '/services'],
        ['Appointments', 'post', '/appointments'],
        ['Appointments', 'patch', '/appointments/{id}'],
      ] as const) {
        const operation = await open(section, method, path);
        await operation.getByRole('button', { name: 'Execute' }).waitFor();
        heights.push((await operation.boundingBox())?.height ?? Infinity);
        await keepScreenshot(operation, `${method}${path.replaceAll('/', '-')}-${width}`);
      }
      await keepScreenshot(page, `docs-${width}`);
      expect(Math.max(...heights)).toBeLessThan(2_500);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      const cut = `[...document.querySelectorAll('.info .description table, .info .description table *')]
        .filter((each) => each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== 'inline'
          || each.getBoundingClientRect().right > innerWidth)
        .map((each) => each.textContent)`;
      expect(await page.locator('.info .description table').count()).toBeGreaterThan(0);
      expect(await page.evaluate(cut)).toEqual([]);
    },
  );

  it('loads completely under its content security policy', async () => {
    expect(await page.title()).toBe('Scheduling Service API');
    expect(await page.locator('.opblock-tag-section').count()).toBeGreaterThanOrEqual(8);
    expect(complaints).toEqual([]);
  });

  it('shows every operation of the OpenAPI document', async () => {
    const { length } = operationsOf(buildDocument(service.app));
    const closed = page.locator('.opblock-tag[data-is-open=false]');
    while ((await closed.count()) > 0) await closed.first().click();
    expect(await page.locator('.opblock').count()).toBe(length);
  });

  it('opens the first section only, and has a heading for the base operations and one for the others', async () => {
    expect(await page.locator('.opblock-tag[data-is-open=true]').allInnerTexts()).toEqual([
      expect.stringMatching(/^Services/),
    ]);
    const headings = `[...document.querySelectorAll('.swagger-ui span')]
      .map((each) => getComputedStyle(each, '::before').content).filter((text) => text.endsWith('operations"'))`;
    expect(await page.evaluate(headings)).toEqual(['"Base operations"', '"Further operations"']);
    await keepScreenshot(page, 'sections');
  });

  it('begins the section of the providers with /providers', async () => {
    await page.locator('#operations-tag-Providers').click();
    const shown = await page.evaluate(
      `[...document.querySelectorAll('.opblock-tag-section:has(#operations-tag-Providers) [data-path]')].map((each) => each.dataset.path)`,
    );
    expect((shown as string[]).slice(0, 3)).toEqual(['/providers', '/providers', '/providers/{id}']);
  });

  it.each([
    ['time-off', ['Providers', 'Resources']],
    ['Book a series', ['Series']],
    ['WAITLIST', ['Waitlist']],
  ])('filters the operations by path, summary and section: %s', async (phrase, sections) => {
    await page.locator('.operation-filter-input').fill(phrase);
    await page.waitForFunction(`document.querySelectorAll('.opblock-tag').length <= ${sections.length + 1}`);
    const names = await page.evaluate(
      `[...document.querySelectorAll('.opblock-tag')].map((each) => each.dataset.tag)`,
    );
    expect(names).toEqual(expect.arrayContaining(sections));
  });

  it('says of each operation whether it is public, needs a key, or has it', async () => {
    await page.locator('#operations-tag-Providers').click();
    const markOf = (id: string) =>
      page.evaluate(`['.opblock-summary', '.authorization__btn']
        .flatMap((part) => [...document.querySelectorAll('#operations-Providers-${id} ' + part)])
        .filter((each) => getComputedStyle(each).display !== 'none')
        .map((each) => getComputedStyle(each, '::after').content)
        .filter((text) => text !== 'none').join()`);
    const marks = async () => [await markOf('providersList'), await markOf('providersCreate')];
    expect(await marks()).toEqual(['"public"', '"needs a key"']);
    await keepScreenshot(page.locator('.opblock-tag-section:has(#operations-tag-Providers)'), 'padlocks');
    await authorize(service.admin.key ?? '');
    expect(await marks()).toEqual(['"public"', '"key is set"']);
  });

  it.each([
    ['curl', /^curl -s -X POST '.+\/api\/v1\/appointments'/],
    ['TypeScript', /api\.post\('\/appointments', {\n/],
  ])('has the call of an operation with %s to copy, with the address of the page', async (label, call) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const operation = await open('Appointments', 'post', '/appointments');
    const sample = operation.locator('.code-samples details', {
      has: page.getByText(label, { exact: true }),
    });
    await sample.locator('summary').click();
    const shown = await sample.locator('pre').innerText();
    expect(shown).toMatch(call);
    expect(shown).toContain(service.url);
    await sample.getByRole('button', { name: `Copy ${label}` }).click();
    await sample.getByText('Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(shown);
    await keepScreenshot(operation, `sample-${label}`);
  });

  it('copies the call of an operation where the page has no clipboard', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const operation = await open('Services', 'get', '/services');
    const [sample] = await operation.locator('.code-samples details').all();
    await sample?.locator('summary').click();
    await page.evaluate(
      `window.clipboard = navigator.clipboard; Object.defineProperty(navigator, 'clipboard', { value: undefined })`,
    );
    await sample?.getByRole('button').click();
    await sample?.getByText('Copied').waitFor();
    expect(await page.evaluate('clipboard.readText()')).toBe(await sample?.locator('pre').innerText());
  });

  it('shows the 401 of an operation that is executed without a key', async () => {
    const { status, body } = await tryOut('Services', 'get', '/services');
    expect(status).toContain('401');
    expect(body.error.code).toBe('unauthorized');
  });

  it('executes an operation with a key', async () => {
    await authorize(service.admin.key ?? '');
    const { status, body } = await tryOut('Categories', 'get', '/categories');
    expect(status).toContain('200');
    expect(body).toMatchObject({ data: [], meta: { total: 0 } });
  });

  it('creates a service from the unchanged example', async () => {
    await authorize(service.admin.key ?? '');
    const { status, body } = await tryOut('Services', 'post', '/services');
    expect(status).toContain('201');
    expect(body.data).toMatchObject({ id: 1, name: 'Haircut', durationMin: 45 });
  });

  it('keeps the key when the page is reloaded', async () => {
    await authorize(service.admin.key ?? '');
    await page.reload();
    expect((await tryOut('Services', 'get', '/services')).status).toContain('200');
  });

  it('opens from /api/docs', async () => {
    await page.goto(`${service.url}/api/docs`);
    expect(new URL(page.url()).pathname).toBe('/docs');
  });
});
