/** Measures whether the time of an answer tells what a restricted key must not know. See ../README.md. */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { FULL, SMALL } from '../load/data/plan';
import { openDataset } from '../load/dataset';
import type { Bench } from '../load/measure';
import type { Question } from '../load/operations/operation';
import { Progress } from '../load/progress';
import { quantile } from '../load/report/statistics';
import { aboutAddresses, aboutIds, type Comparison, OWN } from './comparisons';
import { ratio } from './ratio';
import { arm, takeTurns } from './samples';

const ROUNDS = '1000';
const WARM_UPS = 50;
const ORIGIN = 'https://salon.example';
const SCOPES = 'availability:read,appointments:book';

type Ask = (question: Question) => Promise<number | undefined>;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      data: { type: 'string' },
      small: { type: 'boolean' },
      rounds: { type: 'string', default: ROUNDS },
    },
  });
  const rounds = Number(values.rounds);
  const folder = values.data === undefined ? mkdtempSync(join(tmpdir(), 'bench-')) : resolve(values.data);
  const size = values.small === true ? SMALL : FULL;
  const dataset = await openDataset(join(folder, String(size)), size, 1, [], new Progress());
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    const { bench } = dataset;
    console.log(
      `Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'}, load ${loadavg()[0]?.toFixed(1)}, ${size} appointments`,
    );
    const narrowed = await bench.service.makeKey('--providers', OWN.join());
    const ofPage = await bench.service.makeKey('--origins', ORIGIN, '--scopes', SCOPES);
    const asker = (key: string) => askWith(bench, agent, key);
    for (const each of await aboutIds(bench)) await compare(each, asker(narrowed), rounds);
    for (const each of aboutAddresses(bench)) await compare(each, asker(ofPage), rounds);
  } finally {
    agent.destroy();
    await dataset.close();
    if (values.data === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

/** One request after the other, on one connection. */
function askWith({ service }: Bench, agent: Agent, key: string): Ask {
  const headers = { authorization: `Bearer ${key}`, origin: ORIGIN, 'content-type': 'application/json' };
  return ({ method, path, body }) =>
    new Promise((answered, failed) => {
      const sent = request(`${service.origin}/api/v1${path}`, { agent, method, headers }, (answer) => {
        answer.resume().once('end', () => {
          answered(answer.statusCode);
        });
      });
      sent.once('error', failed).end(body === undefined ? undefined : JSON.stringify(body));
    });
}

/** Prints how many times as long a request takes about what is hidden; and the same of two that are alike, which is noise. */
async function compare(
  { title, status, hidden, unknown }: Comparison,
  ask: Ask,
  rounds: number,
): Promise<void> {
  const sends = (next: () => Question) => async () => {
    const got = await ask(next());
    if (got !== status) throw new Error(`${title}: answered with ${got}`);
  };
  const arms = [arm('hidden', sends(hidden)), arm('unknown', sends(unknown)), arm('again', sends(unknown))];
  await takeTurns(arms, rounds, WARM_UPS);
  const [ofHidden = [], ofUnknown = [], again = []] = arms.map(({ times }) => times);
  console.log(`\n${title}, ${ofUnknown.length} of each; unknown: ${spread(ofUnknown)} µs`);
  console.log(`  hidden / unknown ${ratioText(ofHidden, ofUnknown)}`);
  console.log(`  again  / unknown ${ratioText(again, ofUnknown)}`);
}

function ratioText(left: readonly number[], right: readonly number[]): string {
  const { ofMedians, from, to } = ratio(left, right);
  return `${ofMedians.toFixed(3)} (95 %: ${from.toFixed(3)} to ${to.toFixed(3)})`;
}

/** The median, and between what half of the times are. */
function spread(times: readonly number[]): string {
  const sorted = Float64Array.from(times).sort();
  const [low, middle, high] = [0.25, 0.5, 0.75].map((share) => quantile(sorted, share).toFixed(0));
  return `median ${middle}, half within ${low} to ${high}`;
}

void main();
