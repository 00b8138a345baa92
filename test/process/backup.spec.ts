import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { ServiceProcess } from './service-process';
import { ApiClient } from '../support/api-client';
import { aBooking, aProvider, aService } from '../support/builders';
import { CommandHost } from '../cli/command-host';
import { build, type Ended, runCli } from '../cli/run-cli';

interface Booked {
  readonly id: number;
  readonly date: string;
  readonly start: string;
  readonly providerId: number;
}

const PROVIDERS = 12;
const CLIENTS = 6;
const BEFORE = 60;
const DURING = 40;

/** Numbers the half hours of Mondays from 09:00 to 16:30; the first Monday is at least a week ahead of the machine's clock. */
function theSlot(number: number): { date: string; start: string } {
  const date = new Date();
  const [week, half] = [Math.floor(number / 16), number % 16];
  date.setUTCDate(date.getUTCDate() + 14 - ((date.getUTCDay() + 6) % 7) + 7 * week);
  const start = `${String(9 + Math.floor(half / 2)).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`;
  return { date: date.toISOString().slice(0, 10), start };
}

/** Clients that book one slot after the other until they are stopped. */
class Storm {
  readonly booked: Booked[] = [];
  private readonly refused: unknown[] = [];
  private count = 0;
  private isOver = false;
  private readonly clients: Promise<void>[];

  constructor(
    private readonly client: ApiClient,
    private readonly providers: readonly number[],
    private readonly serviceId: number,
  ) {
    this.clients = Array.from({ length: CLIENTS }, () => this.book());
  }

  async reaches(bookings: number): Promise<void> {
    while (this.booked.length < bookings && this.refused.length === 0) await new Promise(setImmediate);
  }

  /** @returns the answers other than 201 */
  async stop(): Promise<unknown[]> {
    this.isOver = true;
    await Promise.all(this.clients);
    return this.refused;
  }

  private async book(): Promise<void> {
    while (!this.isOver) {
      const number = this.count++;
      const providerId = this.providers[number % PROVIDERS] ?? 0;
      const slot = theSlot(Math.floor(number / PROVIDERS));
      const { status, body } = await this.client.post(
        '/appointments',
        aBooking(providerId, this.serviceId, slot),
      );
      if (status === 201) this.booked.push({ ...slot, id: body.data.id, providerId });
      else this.refused.push(body);
    }
  }
}

jest.setTimeout(180_000);

describe('Backup and restore:', () => {
  let folder: string;
  let backup: string;
  let key: string;
  let serviceId: number;
  let pictured: number;
  let answered: readonly Booked[];
  let during: number;
  let lost: unknown[];
  let shown: Ended;
  const started: ServiceProcess[] = [];

  const inData = (name: string) => ({ DATA_DIR: join(folder, name), RATE_LIMIT: '1000000' });

  const start = async (name: string): Promise<string> => {
    const service = ServiceProcess.start(inData(name));
    started.push(service);
    return service.url();
  };

  const stop = () => Promise.all(started.splice(0).map((service) => service.kill('SIGTERM')));

  /** Gives a provider a new picture. */
  const upload = async (admin: ApiClient, providerId: number | undefined) => {
    const raw = new FormData();
    const picture = sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } });
    raw.append('image', new Blob([new Uint8Array(await picture.png().toBuffer())]), 'me.png');
    await admin.send('POST', `/providers/${providerId}/profile-image`, { raw });
  };

  /** Backs up a service during continuous bookings and uploads of a provider's picture. */
  beforeAll(async () => {
    await build();
    folder = await mkdtemp(join(tmpdir(), 'scheduling-backup-'));
    backup = join(folder, 'backups', 'monday');
    const url = await start('first');
    key = (await runCli(inData('first'), 'api:key', 'create', '--user', '1', '--name', 'Test')).stdout.trim();
    const admin = new ApiClient(url, key);
    serviceId = await aService(admin);
    const providers = await Promise.all(Array.from({ length: PROVIDERS }, () => aProvider(admin)));
    await upload(admin, providers[0]);
    pictured = providers[0] ?? 0;

    const storm = new Storm(admin, providers, serviceId);
    await storm.reaches(BEFORE);
    answered = [...storm.booked];
    const backedUp = new AbortController();
    const replacing = (async () => {
      while (!backedUp.signal.aborted) await upload(admin, pictured);
    })();
    shown = await runCli(inData('first'), 'backup', '--to', backup, '--json');
    backedUp.abort();
    await replacing;
    during = storm.booked.length - answered.length;
    await storm.reaches(answered.length + during + DURING);
    lost = await storm.stop();
    await stop();
  });

  afterEach(stop);

  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it('a backup succeeds while the service books, and refuses no booking', () => {
    expect(shown).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\{.*\}\n$/) });
    expect(JSON.parse(shown.stdout)).toMatchObject({ folder: backup, major: 18 });
    expect(during).toBeGreaterThanOrEqual(1);
    expect(lost).toEqual([]);
  });

  it('a backup is readable by its owner only, and leaves no other files behind', async () => {
    expect(await readdir(join(folder, 'backups'))).toEqual(['monday']);
    expect((await readdir(backup)).sort()).toEqual(['backup.json', 'postgres', 'storage']);
    const files = await readdir(backup, { recursive: true, withFileTypes: true });
    const modes = await Promise.all(
      files.map(async (file) => (await stat(join(file.parentPath, file.name))).mode & 0o077),
    );
    expect(new Set(modes)).toEqual(new Set([0]));
    expect(files.map(({ name }) => name)).not.toContain('postmaster.pid');
  });

  it('a restored service has every booking that was answered before the backup began, and the picture that its database names', async () => {
    expect(await runCli(inData('second'), 'restore', '--from', backup)).toMatchObject({ code: 0 });
    const url = await start('second');
    const admin = new ApiClient(url, key);
    expect(answered.length).toBeGreaterThanOrEqual(BEFORE);
    for (const { id, providerId, start: time, date } of answered) {
      const { status, body } = await admin.get(`/appointments/${id}`);
      expect({ status, at: body.data.start }).toEqual({
        status: 200,
        at: expect.stringContaining(`${date}T${time}`),
      });
      const again = await admin.post('/appointments', aBooking(providerId, serviceId, { date, start: time }));
      expect(again.status).toBe(422);
    }
    const provider = await admin.get(`/providers/${pictured}`);
    const served = await fetch(url + String(provider.body.data.profile_image));
    expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/webp']);
    const more = aBooking(answered[0]?.providerId ?? 0, serviceId, theSlot(700));
    expect((await admin.post('/appointments', more)).status).toBe(201);
    // PostgreSQL has recovered from the beginning of the backup to its end.
    expect(await readdir(join(folder, 'second', 'postgres'))).toContain('backup_label.old');
  });

  it('a backup of a stopped service can be restored', async () => {
    const cold = join(folder, 'cold');
    await mkdir(cold);
    expect(await runCli(inData('second'), 'backup', '--to', cold)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^The backup is in \/.+\/cold: \d+ files, \d+ MiB\.\n$/),
    });
    expect((await runCli(inData('third'), 'restore', '--from', cold)).code).toBe(0);
    const { stdout } = await runCli(inData('third'), 'api:key', 'list', '--json');
    expect(JSON.parse(stdout)).toHaveLength(1);
  });

  describe('The commands backup and restore fail with one line', () => {
    let commands: CommandHost;

    beforeAll(async () => {
      commands = await CommandHost.start();
    });

    afterAll(() => commands.stop());

    const refused = async (environment: Record<string, string>, ...args: string[]) => {
      const { code, stdout, stderr } = await commands.run(environment, ...args);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      return stderr;
    };

    it('when the target folder is not empty', async () => {
      await mkdir(join(folder, 'full'));
      await writeFile(join(folder, 'full', 'mine.txt'), 'mine');
      expect(await refused(inData('first'), 'backup', '--to', join(folder, 'full'))).toBe(
        `error: ${join(folder, 'full')} is not empty\n`,
      );
      expect(await refused(inData('full'), 'restore', '--from', backup)).toBe(
        `error: ${join(folder, 'full')} is not empty\n`,
      );
      expect(await refused(inData('first'), 'restore', '--from', backup)).toBe(
        `error: ${join(folder, 'first')} is not empty\n`,
      );
      expect(await readFile(join(folder, 'full', 'mine.txt'), 'utf8')).toBe('mine');
    });

    it('when there is no database to back up, or no backup to restore', async () => {
      expect(await refused(inData('none'), 'backup', '--to', join(folder, 'new'))).toBe(
        `error: There is no embedded database in ${join(folder, 'none')}\n`,
      );
      expect(await refused(inData('none'), 'restore', '--from', join(folder, 'first'))).toMatch(
        /^error: \/.+\/first is not a backup: ENOENT: [^\n]+\n$/,
      );
      expect(await readdir(folder)).not.toContain('none');
    });

    it('when the target lies in the folder that they copy', async () => {
      const inside = join(folder, 'first', 'postgres', 'backup');
      expect(await refused(inData('first'), 'backup', '--to', inside)).toBe(
        `error: ${inside} lies in ${join(folder, 'first', 'postgres')}, which is to be copied\n`,
      );
    });

    it('when a service runs on the data directory', async () => {
      await start('third');
      expect(await refused(inData('third'), 'restore', '--from', backup)).toBe(
        `error: The service is running on ${join(folder, 'third')}: stop it first.\n`,
      );
    });

    it('when the service uses the database of DATABASE_URL', async () => {
      const theirs = { DATABASE_URL: 'postgres://other:secret@127.0.0.1:1/nothing' };
      expect(await refused(theirs, 'backup', '--to', join(folder, 'new'))).toBe(
        'error: The database is the one of DATABASE_URL, not an embedded one: use pg_dump, or the backups of its operator\n',
      );
      expect(await refused(theirs, 'restore', '--from', backup)).toBe(
        'error: The database is the one of DATABASE_URL, not an embedded one: use pg_restore, or psql\n',
      );
    });
  });
});
