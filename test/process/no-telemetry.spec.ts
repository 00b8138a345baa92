import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aBooking, aProvider, aService } from '../support/builders';
import { run } from '../cli/run-cli';
import { startTestService, type TestService } from '../support/test-service';
import { TokenIssuer } from '../support/token-issuer';
import { ServiceProcess } from './service-process';

const RECORDER = join(__dirname, 'support/report-connections.cjs');

describe('The service', () => {
  let database: TestService;
  let folder: string;

  beforeAll(async () => {
    database = await startTestService();
    folder = await mkdtemp(join(tmpdir(), 'no-telemetry-'));
  });

  afterAll(async () => {
    await database.stop();
    await rm(folder, { recursive: true });
  });

  const recorded = async (file: string) => JSON.parse(await readFile(file, 'utf8')) as string[];

  it('connects to PostgreSQL alone while it starts, books, sends the message and stops, without a setting that names an address', async () => {
    const file = join(folder, 'connected.json');
    const service = ServiceProcess.start({
      DATABASE_URL: database.databaseUrl,
      DATA_DIR: join(folder, 'data'),
      WORKER: 'on',
      NODE_OPTIONS: `--require ${RECORDER}`,
      CONNECTED: file,
    });
    const url = await service.url();
    const provider = await aProvider(database.admin);
    const offered = await aService(database.admin, { providerIds: [provider] });
    const booked = await fetch(`${url}/api/v1/appointments`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${database.admin.key ?? ''}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(aBooking(provider, offered, { date: mondayToCome() })),
    });
    expect(booked.status).toBe(201);
    const { data } = (await booked.json()) as { data: { id: number } };
    let messages: string;
    do {
      messages = JSON.stringify(await database.admin.get(`/appointments/${data.id}/notifications`));
    } while (!messages.includes('"status":"sent"'));
    expect(await service.kill('SIGTERM')).toMatchObject({ code: 0 });

    const { hostname, port } = new URL(database.databaseUrl);
    expect(new Set(await recorded(file))).toEqual(new Set([`${hostname}:${port}`]));
  });

  it('connects to the identity provider, too, when one is set and a token comes', async () => {
    const issuer = await TokenIssuer.start();
    const file = join(folder, 'signed-in.json');
    const service = ServiceProcess.start({
      ...issuer.settings({ OIDC_CREATE_USERS: 'admin' }),
      DATABASE_URL: database.databaseUrl,
      DATA_DIR: join(folder, 'signed-in'),
      NODE_OPTIONS: `--require ${RECORDER}`,
      CONNECTED: file,
    });
    const url = `${await service.url()}/api/v1/webhooks`;
    const token = await issuer.sign({ sub: 'kim', exp: 4_000_000_000 });
    expect((await fetch(url, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
    const { host } = new URL(issuer.url);
    expect(await service.kill('SIGTERM')).toMatchObject({ code: 0 });
    await issuer.stop();

    const { hostname, port } = new URL(database.databaseUrl);
    expect(new Set(await recorded(file))).toEqual(new Set([`${hostname}:${port}`, host]));
  });

  it('would be seen to connect to another address, to look up a name and to send a datagram', async () => {
    const file = join(folder, 'seen.json');
    const program = `
      require('node:net').connect(1, '127.0.0.9').on('error', () => undefined);
      require('node:dns').lookup('localhost', () => undefined);
      fetch('http://127.0.0.8:65000').catch(() => undefined);
      const socket = require('node:dgram').createSocket('udp4');
      socket.send('x', 9, '127.0.0.7', () => socket.close());`;
    const { code } = await run(process.execPath, ['--require', RECORDER, '-e', program], { CONNECTED: file });
    expect(code).toBe(0);
    expect((await recorded(file)).toSorted()).toEqual([
      '127.0.0.8:65000',
      '127.0.0.9:1',
      'a socket for datagrams',
      'name localhost',
    ]);
  });
});

/** The process has the real clock. */
function mondayToCome(): string {
  const day = new Date();
  day.setUTCDate(day.getUTCDate() + 14 - ((day.getUTCDay() + 6) % 7));
  return day.toISOString().slice(0, 10);
}
