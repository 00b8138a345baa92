import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** The rules of axe-core for WCAG 2.2 AA that a page breaks, and where. @param more tags of rules */
export async function faultsIn(page: Page, more: readonly string[] = []): Promise<string[]> {
  const options = { runOnly: [...WCAG, ...more] };
  // A page may allow no script; one that the browser's debugger evaluates is none of the page's.
  await page.evaluate(AXE);
  const found = await page.evaluate(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => id + ': ' + target + ' ' + failureSummary)))`,
  );
  return found as string[];
}
