import { readdirSync, readFileSync } from 'node:fs';
import { startTestService } from '../support/test-service';
import { runScript } from './shell';

/** A block of commands, and what its fence says about the answers: nothing, `refused`, `calendar` or `manual`. */
interface Block {
  readonly kind: string;
  readonly commands: string;
}

function blocksOf(document: string): Block[] {
  return [...readFileSync(document, 'utf8').matchAll(/^```sh ?([\w-]*)\n([^]*?)^```/gm)].map(
    ([, kind = '', commands = '']) => ({ kind, commands }),
  );
}

const FIRST_BOOKING = blocksOf('README.md')
  .filter(({ kind }) => kind === 'first-booking')
  .map(({ commands }) => commands)
  .join('');

const EXPECTED: Readonly<Record<string, (line: string) => boolean>> = {
  '': (line) => 'data' in (JSON.parse(line) as object) || 'exportedAt' in (JSON.parse(line) as object),
  calendar: (text) => text.startsWith('BEGIN:VCALENDAR'),
  refused: (line) => 'error' in (JSON.parse(line) as object),
};

const pages = readdirSync('docs/guide')
  .map((name) => ({ name, blocks: blocksOf(`docs/guide/${name}`).filter(({ kind }) => kind !== 'manual') }))
  .filter(({ blocks }) => blocks.length > 0);

describe('The commands of the guide', () => {
  it('are on at least four pages', () => {
    expect(pages.length).toBeGreaterThanOrEqual(4);
  });

  it.each(pages)(
    'in $name work as they are printed, after the first booking of the README',
    async ({ blocks }) => {
      const service = await startTestService();
      try {
        // The README computes its Monday from the clock of the machine.
        service.clock.set(new Date().toISOString());
        const script = [FIRST_BOOKING, ...blocks.map(({ commands }) => commands)].join(
          '\necho "=== next block"\n',
        );
        const printed = await runScript(script, {
          ...process.env,
          DATABASE_URL: service.databaseUrl,
          TEST_SERVICE: new URL(service.url).host,
        });
        const [, ...answers] = printed.split('=== next block\n');
        const unexpected = blocks.flatMap(({ kind, commands }, index) => {
          const answer = answers[index] ?? '';
          const lines = kind === 'calendar' ? [answer] : answer.split('\n').filter((line) => line !== '');
          return lines.filter((line) => EXPECTED[kind]?.(line) !== true).map((line) => ({ commands, line }));
        });
        expect(unexpected).toEqual([]);
      } finally {
        await service.stop();
      }
    },
  );
});
