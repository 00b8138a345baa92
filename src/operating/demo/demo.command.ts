import { Command, Option } from 'nest-commander';
import { CliCommand } from '../../platform/cli/cli-command';
import { DEMO_NEEDS, DemoService, type Demo } from './demo.service';
import type { Removed } from './demo-removal';

@Command({ name: 'demo', description: 'Add a small example business, or remove it again' })
export class DemoCommand extends CliCommand {
  @Option({
    flags: '--remove',
    description: 'remove what the demo has added, and all that was booked with it',
  })
  parseRemove(): boolean {
    return true;
  }

  async run(_: string[], { remove = false }: { readonly remove?: boolean }): Promise<void> {
    await this.services.use(async (services) => {
      const demo = services.get(DemoService);
      if (remove) this.print(await demo.remove(), removedText);
      else this.print(await demo.add(report), addedText);
    }, DEMO_NEEDS);
  }
}

/** Progress is for people who wait at a terminal. */
function report(progress: string): void {
  if (process.stderr.isTTY) process.stderr.write(`${progress} …\n`);
}

function addedText({ isNew, key, url, requests, ...counts }: Demo): string {
  return [
    `${isNew ? 'Added' : 'The demo is there already:'} ${listed(counts)}.`,
    ...(key === null ? [] : ['', 'A key of the administrator, shown only this once:', '', `  ${key}`]),
    '',
    ...(url === null
      ? NOT_RUNNING
      : ['The service runs:', '', `  API   ${url}/api/v1`, `  Docs  ${url}/docs`]),
    ...(requests.length === 0
      ? []
      : ['', key === null ? 'Requests to paste, with a key of yours in KEY:' : 'Requests to paste:']),
    ...requests.flatMap(({ title, command }) => ['', `# ${title}`, command]),
    '',
    'Remove it all again with: npm run --silent cli -- demo --remove',
  ].join('\n');
}

const NOT_RUNNING = [
  'The service does not run. Start it with: npm start',
  'Then run this command again: it adds nothing more, and shows requests to try.',
];

function removedText({ removed, kept }: Removed): string {
  const [gone, left] = [listed(removed), listed(kept)];
  if (gone === '' && left === '') return 'There is no demo.';
  return [gone && `Removed ${gone}.`, left && `Kept ${left}, which others use.`].filter(Boolean).join('\n');
}

/** Such as `3 providers, 8 services and 40 customers`; empty without any. */
function listed(counts: Readonly<Record<string, number>>): string {
  const parts = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([table, count]) => `${count} ${named(table.replace('api_', 'API '), count)}`);
  return new Intl.ListFormat('en-GB').format(parts);
}

function named(plural: string, count: number): string {
  return count > 1 ? plural : plural.replace(/ies$/, 'y').replace(/s$/, '');
}
