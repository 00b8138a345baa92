import { readFile } from 'node:fs/promises';
import { startTestService, type TestService } from '../support/test-service';
import { runScript } from './shell';

/** The shell commands of the first booking in the README. */
async function firstBooking(): Promise<string> {
  const readme = await readFile('README.md', 'utf8');
  const blocks = [...readme.matchAll(/^```sh first-booking\n(.*?)^```/gms)];
  return blocks.map(([, lines]) => lines).join('');
}

describe('the first booking of the README', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
    // The README computes its Monday from the clock of the machine.
    service.clock.set(new Date().toISOString());
  });

  afterAll(() => service.stop());

  it('works as it is printed', async () => {
    const stdout = await runScript(await firstBooking(), {
      ...process.env,
      DATABASE_URL: service.databaseUrl,
      TEST_SERVICE: new URL(service.url).host,
    });
    const answers = stdout.trim().split('\n');
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
