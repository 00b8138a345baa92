/** `npm run soak`: the service under a steady mixed load, with everything on. See bench/soak/README.md. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ROOT } from '../load/places';
import { Progress } from '../load/progress';
import { startService } from '../load/service/service-process';
import { OpenStreams } from '../load/streams/open-streams';
import { ApiCalls } from '../load/worst/api-calls';
import { Business } from './business';
import { Neighbours } from './neighbours';
import { picture, shown } from './picture';
import { type Sample, Sampler } from './sample';
import { SoakLoad } from './soak-load';
import { judge, SHORTEST_JUDGED_MIN, type Verdict } from './verdict';

const STREAMS = 20;
/** Samples of a run, but not more than one in two seconds. */
const SAMPLES = 180;
const SETTINGS = { WEBHOOK_ALLOW_PRIVATE: 'on', BUSY_CALENDAR_MIN: '5' };

interface Options {
  readonly minutes: number;
  readonly out: string;
}

async function main(): Promise<void> {
  const options = parseOptions(process.argv.slice(2));
  const folder = mkdtempSync(join(tmpdir(), 'soak-'));
  try {
    process.exitCode = await soak(folder, options);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns the exit code: 1 when something leaks, or an answer was wrong */
async function soak(folder: string, { minutes, out }: Options): Promise<number> {
  const progress = new Progress();
  const [neighbours, service] = [await Neighbours.start(), await startService(folder, SETTINGS)];
  const sampler = await Sampler.open(service);
  try {
    const key = await service.makeKey();
    const calls = new ApiCalls(service.origin, key);
    const business = await Business.open(calls, neighbours);
    const streams = await OpenStreams.open(service.origin, key, STREAMS);
    const load = SoakLoad.start(calls, business);
    const samples = await sampleFor(minutes, sampler, load, progress);
    await load.end();
    const { events: streamed } = await streams.received();
    await streams.close();
    const verdicts = judge(samples);
    const { statuses, unexpected } = load;
    const tables = await sampler.tables();
    const facts = {
      deliveries: neighbours.received,
      streamed,
      statuses,
      unexpected,
      tables,
    };
    publish({ minutes, samples, verdicts, facts }, out);
    return unexpected.length > 0 || verdicts.some(({ isLeak }) => isLeak === true) ? 1 : 0;
  } finally {
    await sampler.close();
    await service.stop();
    neighbours.stop();
  }
}

async function sampleFor(
  minutes: number,
  sampler: Sampler,
  load: SoakLoad,
  progress: Progress,
): Promise<Sample[]> {
  const pauseMs = Math.max(2_000, (minutes * 60_000) / SAMPLES);
  const samples = [await sampler.take(load.takeDone())];
  while ((samples.at(-1)?.minutes ?? 0) < minutes) {
    await sleep(pauseMs);
    const sample = await sampler.take(load.takeDone());
    samples.push(sample);
    const { minutes: now, residentMb, rate } = sample;
    progress.update(
      `${now.toFixed(1)} of ${minutes} min, ${residentMb.toFixed(0)} MB, ${rate.toFixed(0)} requests/s`,
    );
  }
  return samples;
}

interface Results {
  readonly minutes: number;
  readonly samples: readonly Sample[];
  readonly verdicts: readonly Verdict[];
  readonly facts: object;
}

function publish({ minutes, samples, verdicts, facts }: Results, out: string): void {
  const rows = verdicts.map(({ title, unit, points, perHour, limitPerHour, isLeak }) => {
    const [first, last] = [points[0]?.value ?? NaN, points.at(-1)?.value ?? NaN];
    const verdict = isLeak === undefined ? 'not judged' : isLeak ? 'LEAK' : 'steady';
    const name = unit === '' ? title : `${title}, ${unit}`;
    return `| ${name} | ${shown(first)} | ${shown(last)} | ${perHour.toFixed(2)} | ${limitPerHour} | ${verdict} |\n`;
  });
  process.stdout.write('| | First | Last | An hour | Limit | |\n| --- | ---: | ---: | ---: | ---: | --- |\n');
  process.stdout.write(rows.join(''));
  const shortest = SHORTEST_JUDGED_MIN;
  if (minutes < shortest) process.stdout.write(`\nA run of less than ${shortest} minutes is not judged.\n`);
  process.stdout.write(`\n${JSON.stringify(facts, null, 2)}\n`);
  mkdirSync(out, { recursive: true });
  const name = join(resolve(out), `soak-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}`);
  const machine = {
    processor: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    loadAtEnd: loadavg()[0],
  };
  writeFileSync(
    `${name}.json`,
    `${JSON.stringify({ machine, minutes, facts, verdicts, samples }, null, 2)}\n`,
  );
  writeFileSync(`${name}.svg`, picture(verdicts, `${minutes} minutes of mixed load`));
  process.stdout.write(`\n${name}.json\n${name}.svg\n`);
}

/** @throws Error for unknown options */
function parseOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: 'string', default: '30' },
      out: { type: 'string', default: join(ROOT, 'bench/results') },
    },
  });
  const minutes = Number(values.minutes);
  if (!(minutes > 0 && minutes <= 10_000)) throw new Error('--minutes takes a number above 0');
  return { minutes, out: values.out };
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
});
