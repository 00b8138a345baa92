import { chromium } from 'playwright-core';
import { startTestService } from '../support/test-service';
it('x', async () => {
  const service = await startTestService();
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--headless','--no-sandbox','--disable-gpu'] });
  const page = await browser.newPage();
  await page.goto(`${service.url}/docs`);
  await page.locator('.opblock').first().waitFor();
  console.log(await page.locator('.opblock').evaluateAll((els) => els.slice(0,4).map((e: any) => e.id)));
  console.log((await page.locator('.opblock').first().innerHTML()).slice(0, 1500));
  await browser.close(); await service.stop();
});
