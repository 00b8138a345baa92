import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FULL } from '../data/plan';
import type { Options } from '../options';
import { CLI } from '../places';
import { Progress } from '../progress';
import { writeResults } from '../report/results-file';
import { median } from '../report/statistics';
import { joinServer } from '../service/built-service';
import { endedChildrenMs, familyMs } from '../service/process-facts';
import { Databases } from './databases';
import { faultsOf, rowCosts, table } from './judgement';
import { csvOf, type Salon, salonOf, staffOf } from './salon';
import { SalonServer } from './salon-server';
import type { Cost, Turn } from './turn';

const ROWS = { small: 6_000, full: 24_000 };
/** The parts of the rows that are imported, too: what a row costs is what more of them cost. So the start of a command does not count. */
const SHARES = [0.25, 0.5, 1];
const TOKEN = 'bench-token';

/** What the imports of one size read. */
interface Sources {
  readonly rows: number;
  readonly easy: SalonServer;
  readonly csv: string;
  readonly folder: string;
}

/**
 * `npm run bench -- --imports`: what a row costs in each import, dry and real. Every turn is a command of its own on a new database.
 */
export async function benchImports(folder: string, { sizes, rounds, out, guard }: Options): Promise<void> {
  const progress = new Progress();
  const rows = sizes.includes(FULL) ? ROWS.full : ROWS.small;
  const own = join(folder, 'imports');
  mkdirSync(own, { recursive: true });
  const server = await joinServer(join(own, 'data'));
  try {
    const bench = await ImportsBench.prepare(own, new Databases(server.superuserUrl));
    const turns: Turn[] = [];
    for (const share of SHARES)
      turns.push(...(await bench.measure(Math.round(rows * share), rounds, progress)));
    const costs = rowCosts(turns);
    process.stdout.write(`${table(costs)}\n`);
    writeResults(out, 'imports', { rows, costs, turns });
    const faults = guard ? faultsOf(costs) : [];
    for (const fault of faults) process.stdout.write(`${fault}\n`);
    if (faults.length > 0) process.exitCode = 1;
  } finally {
    await server.stop();
  }
}

class ImportsBench {
  private constructor(
    private readonly folder: string,
    private readonly databases: Databases,
    private readonly empty: string,
    /** With services and providers. */
    private readonly staffed: string,
    private readonly postmaster: number,
  ) {}

  static async prepare(folder: string, databases: Databases): Promise<ImportsBench> {
    const empty = await databases.migrated();
    const staffed = await databases.copy(empty);
    const bench = new ImportsBench(folder, databases, empty, staffed, await databases.postmaster());
    const easy = await SalonServer.start(staffOf());
    await bench.run(staffed, ['import', 'easy-appointments', '--url', easy.url]);
    easy.stop();
    return bench;
  }

  async measure(rows: number, rounds: number, progress: Progress): Promise<readonly Turn[]> {
    const salon = salonOf(rows);
    const sources = await this.sourcesOf(salon, rows);
    const kinds = {
      'easy-appointments': { database: this.empty, args: ['easy-appointments', '--url', sources.easy.url] },
      csv: { database: this.staffed, args: ['csv', '--appointments', sources.csv] },
      folder: { database: this.empty, args: ['folder', '--from', sources.folder] },
    };
    const turns: Turn[] = [];
    for (const [kind, { database, args }] of Object.entries(kinds))
      for (const isDry of [true, false]) {
        progress.say(`${rows} rows, ${kind}${isDry ? ', dry' : ''}`);
        const given = kind === 'csv' ? Math.round(rows * 0.6) : rows;
        const costs: Cost[] = [];
        for (let round = 0; round < rounds; round++)
          costs.push(await this.cost(database, ['import', ...args, ...(isDry ? ['--dry-run'] : [])]));
        turns.push({ kind, isDry, rows: given, ...medianOf(costs) });
      }
    sources.easy.stop();
    rmSync(sources.folder, { recursive: true });
    return turns;
  }

  private async sourcesOf(salon: Salon, rows: number): Promise<Sources> {
    const easy = await SalonServer.start(salon);
    const idsOf = async (table: string) =>
      (await this.databases.rows<{ id: number }>(this.staffed, `select id from ${table} order by id`)).map(
        ({ id }) => id,
      );
    const csv = join(this.folder, `appointments-${rows}.csv`);
    writeFileSync(
      csv,
      csvOf(salon, { services: await idsOf('services'), providers: await idsOf('providers') }),
    );
    const full = await this.databases.copy(this.empty);
    await this.run(full, ['import', 'easy-appointments', '--url', easy.url]);
    const folder = join(mkdtempSync(join(this.folder, 'export-')), 'folder');
    await this.run(full, ['export', '--to', folder]);
    await this.databases.drop(full);
    return { rows, easy, csv, folder };
  }

  private async cost(database: string, args: readonly string[]): Promise<Cost> {
    const copy = await this.databases.copy(database);
    const cost = await this.run(copy, args);
    await this.databases.drop(copy);
    return cost;
  }

  /** @throws Error of a command that has not taken all rows */
  private async run(name: string, args: readonly string[]): Promise<Cost> {
    const taken = () => [endedChildrenMs(process.pid) ?? NaN, familyMs(this.postmaster) ?? NaN] as const;
    const [command, postgres] = taken();
    const began = performance.now();
    const { PATH, HOME, TMPDIR } = process.env;
    const env = {
      PATH,
      HOME,
      TMPDIR,
      DATABASE_URL: this.databases.urlOf(name),
      EASY_APPOINTMENTS_TOKEN: TOKEN,
    };
    const child = spawn(process.execPath, [CLI, ...args], {
      cwd: this.folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${said}`);
    const [commandAfter, postgresAfter] = taken();
    return {
      seconds: (performance.now() - began) / 1_000,
      commandMs: commandAfter - command,
      postgresMs: postgresAfter - postgres,
    };
  }
}

function medianOf(costs: readonly Cost[]): Cost {
  const of = (member: keyof Cost) => median(costs.map((cost) => cost[member]));
  return { seconds: of('seconds'), commandMs: of('commandMs'), postgresMs: of('postgresMs') };
}
