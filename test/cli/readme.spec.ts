import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { startTestService, type TestService } from '../support/test-service';

const run = promisify(execFile);

/** Stands in for `curl`: it knows the options that the README uses, and calls the service of this test. */
const CURL = `#!/usr/bin/env node
const [url, options] = [process.argv.slice(2).find((word) => word.startsWith('http')), { headers: {} }];
process.argv.forEach((word, index) => {
  const next = process.argv[index + 1];
  if (word === '-H') options.headers[next.split(': ')[0]] = next.split(': ')[1];
  if (word === '-d') Object.assign(options, { method: 'POST', body: next });
});
fetch(url.replace('localhost:3000', process.env.TEST_SERVICE), options)
  .then((answer) => answer.text())
  .then((text) => process.stdout.write(text));
`;

/** The shell commands of the first booking in the README. */
async function firstBooking(): Promise<string> {
  const readme = await readFile('README.md', 'utf8');
  const blocks = [...readme.matchAll(/^```sh first-booking\n(.*?)^```/gms)];
  return blocks.map(([, lines]) => lines).join('');
}

describe('the first booking of the README', () => {
  let service: TestService;
  let folder: string;

  beforeAll(async () => {
    service = await startTestService();
    // The README computes its Monday from the clock of the machine.
    service.clock.set(new Date().toISOString());
    folder = await mkdtemp(join(tmpdir(), 'readme-'));
    await writeFile(join(folder, 'curl'), CURL);
    await chmod(join(folder, 'curl'), 0o755);
  });

  afterAll(async () => {
    await service.stop();
    await rm(folder, { recursive: true });
  });

  it('works as it is printed', async () => {
    const env = {
      ...process.env,
      PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}`,
      DATABASE_URL: service.databaseUrl,
      TEST_SERVICE: new URL(service.url).host,
    };
    const { stdout } = await run('sh', ['-e', '-c', await firstBooking()], { env });
    const answers = stdout.replaceAll('}{', '}\n{').split('\n');
    const [provider, haircut, slots, booked, read, refused, providers] = answers.map((line) =>
      JSON.parse(line),
    );
    expect([provider.data.id, haircut.data.id]).toEqual([2, 1]);
    expect(slots.data[0]).toMatchObject({ time: '09:00', providerId: 2 });
    expect(booked.data).toMatchObject({
      id: 1,
      start: slots.data[0].start,
      customerName: 'Mia Keller',
      status: 'confirmed',
    });
    expect(read.data).toEqual(booked.data);
    expect(refused.error.details).toMatchObject({
      reason: 'slot_taken',
      alternatives: [{ time: '09:45' }, {}, {}],
    });
    expect(providers.data).toMatchObject([{ id: 2, name: 'Ana Silva' }]);
  });
});
