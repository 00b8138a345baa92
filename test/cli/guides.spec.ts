import { readdirSync, readFileSync } from 'node:fs';
import { startTestService, type TestService } from '../support/test-service';
import { runScript } from './shell';

/**
 * A block of commands, and what its fence says about the answers: nothing, `mcp`, `refused`, `calendar` or `manual`. Those of the chain of salons
 * (`chain`, `chain-refused`) begin on an empty database.
 */
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
  mcp: (line) => 'data' in (JSON.parse(line) as ToolAnswer).result.structuredContent,
  refused: (line) => 'error' in (JSON.parse(line) as object),
};

interface ToolAnswer {
  readonly result: { readonly structuredContent: object };
}

const CHAIN = ['chain', 'chain-refused'];
const MOST_REQUESTS = 60;

const isPage = (name: string) => name.endsWith('.md');
const pages = readdirSync('docs/guide')
  .filter(isPage)
  .map((name) => ({
    name,
    blocks: blocksOf(`docs/guide/${name}`).filter(({ kind }) => ![...CHAIN, 'manual'].includes(kind)),
  }))
  .filter(({ blocks }) => blocks.length > 0);

const ADDRESS = 'http://localhost:3000';

describe('The commands of the guide', () => {
  it.each([
    'README.md',
    ...readdirSync('docs/guide')
      .filter(isPage)
      .map((name) => `docs/guide/${name}`),
  ])('in %s name the address of the service once, in a variable before its first use', (page) => {
    const commands = blocksOf(page)
      .map((block) => block.commands)
      .join('');
    const isUsed = commands.includes('$SERVICE');
    expect(commands.split(ADDRESS).length - 1).toBe(isUsed ? 1 : 0);
    expect(commands.indexOf(`SERVICE=${ADDRESS}\n`)).toBeLessThanOrEqual(commands.indexOf('$SERVICE'));
  });

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
        const [, ...answers] = await run(
          [{ kind: 'first-booking', commands: FIRST_BOOKING }, ...blocks],
          service,
        );
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

  it('set up a chain of salons on an empty database with at most 60 requests, and book in it', async () => {
    const service = await startTestService();
    try {
      service.clock.set(new Date().toISOString());
      const blocks = blocksOf('docs/guide/salon-chain.md').filter(({ kind }) => CHAIN.includes(kind));
      const answers = (await run(blocks, service)).map((answer) => answer.split('\n').filter(Boolean));
      expect(answers.flat().length).toBeGreaterThan(30);
      expect(answers.flat().length).toBeLessThanOrEqual(MOST_REQUESTS);
      const bodies = answers.map((lines) => lines.map((line) => JSON.parse(line) as Body));
      const refused = blocks.flatMap(({ kind }, index) => (kind === 'chain-refused' ? bodies[index] : []));
      expect(refused.map((body) => body?.error?.details.reason)).toEqual([
        'not_at_location',
        'not_in_timetable',
        'limit_reached',
      ]);
      const taken = blocks.flatMap(({ kind }, index) => (kind === 'chain' ? (bodies[index] ?? []) : []));
      expect(taken.filter(({ data }) => data === undefined)).toEqual([]);
      expect((await service.admin.get('/providers?length=100')).body.meta.total).toBe(20);
      const { data: booked } = (await service.admin.get('/appointments?length=100&sort=id:asc')).body;
      expect(
        booked.map(({ locationId, team, seats, status }: Booked) => [locationId, team, seats, status]),
      ).toEqual([
        [2, [], 1, 'confirmed'],
        [1, [3], 1, 'confirmed'],
        [1, [], 1, 'confirmed'],
        [1, [], 1, 'confirmed'],
        [3, [], 1, 'pending'],
      ]);
    } finally {
      await service.stop();
    }
  });
});

interface Body {
  readonly data?: unknown;
  readonly error?: { readonly details: { readonly reason: string } };
}

interface Booked {
  readonly locationId: number;
  readonly team: readonly number[];
  readonly seats: number;
  readonly status: string;
}

/** Runs blocks as one script. @returns what each block printed */
async function run(blocks: readonly Block[], service: TestService): Promise<string[]> {
  const script = blocks.map(({ commands }) => commands).join('\necho "=== next block"\n');
  const printed = await runScript(script, {
    ...process.env,
    DATABASE_URL: service.databaseUrl,
    TEST_SERVICE: new URL(service.url).host,
  });
  return printed.split('=== next block\n');
}
