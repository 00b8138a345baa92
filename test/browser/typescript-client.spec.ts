import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from '@swc/core';
import type { Browser } from 'playwright-core';
import { exampleProgram, PRINTED } from '../support/client-examples';
import { startTestService } from '../support/test-service';
import { startBrowser, startSite, stopSite } from './site';

const CLIENT = readFileSync(join(__dirname, '../../clients/typescript/dist/browser.js'), 'utf8');

/** The examples as a page runs them; that they compile is tested elsewhere. */
function examples(): string {
  const program = exampleProgram({
    baseUrl: 'window.service',
    key: 'window.key',
    secret: "'whsec_AAAA'",
    end: "console.log('done');",
  });
  const { code } = transformSync(program, { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } });
  return code.replaceAll('scheduling-service-client', '/client.js');
}

describe('The TypeScript client in a browser', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await startBrowser();
  });

  afterAll(() => browser.close());

  it('runs the examples of its README in a page of another origin', async () => {
    const site = await startSite({ '/client.js': CLIENT, '/examples.js': examples() });
    const service = await startTestService({ environment: { WORKER: 'on', CORS_ORIGINS: site.origin } });
    const page = await browser.newPage();
    try {
      const printed: string[] = [];
      const faults: string[] = [];
      page.on('pageerror', ({ message }) => faults.push(message));
      page.on('console', (message) => {
        // The browser itself reports the two refusals among the examples.
        if (message.type() === 'log') printed.push(message.text());
      });
      await page.goto(site.origin);
      await page.evaluate(
        `Object.assign(window, ${JSON.stringify({ service: service.url, key: service.admin.key })})`,
      );
      const done = page.waitForEvent('console', { predicate: (message) => message.text() === 'done' });
      await page.addScriptTag({ type: 'module', url: '/examples.js' });
      await done;
      expect(faults).toEqual([]);
      expect(printed).toEqual([...PRINTED, 'done']);
    } finally {
      await page.close();
      await service.stop();
      stopSite(site);
    }
  });
});
