import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Maintenance } from '../../../src/operating/worker/maintenance';
import { START } from '../../support/settable-clock';
import { startTestService, type TestService } from '../../support/test-service';
import { aBook, type Book } from './support/booking';

const DAY_MS = 86_400_000;

/** The appointments are on Monday 23 November; the clock starts on Friday 20 November. */
describe('Messages older than MESSAGE_RETENTION_DAYS', () => {
  let dataDir: string;
  let service: TestService;
  let book: Book;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'scheduling-retention-'));
    service = await startTestService({
      environment: { DATA_DIR: dataDir, MESSAGE_RETENTION_DAYS: '30', REMINDER_HOURS: '0' },
    });
    book = await aBook(service);
  });

  afterEach(() => {
    service.clock.set(START);
  });

  afterAll(async () => {
    await service.stop();
    await rm(dataDir, { recursive: true });
  });

  /** Books an appointment, and pretends that its confirmation has this status. */
  const bookWithMessage = async (status: string, members: object = {}): Promise<number> => {
    const { id } = await book(members);
    await service.query('update notifications set status = $2 where appointment_id = $1', [id, status]);
    return id;
  };
  const maintain = async (days: number, through = service) => {
    through.clock.set(START);
    through.clock.advance(days * DAY_MS);
    // The queue allows one maintenance per interval of PostgreSQL's clock, which tests cannot set.
    await service.query(`delete from pgboss.job where name = 'upkeep'`);
    await through.app.get(Maintenance).run();
  };
  const messagesOf = async (id: number) =>
    (await service.query('select from notifications where appointment_id = $1', [id])).length;

  it('are deleted when they were sent or had failed', async () => {
    const ids = [await bookWithMessage('sent'), await bookWithMessage('failed')];
    await maintain(30);
    expect(await Promise.all(ids.map(messagesOf))).toEqual([1, 1]);
    await maintain(34);
    expect(await Promise.all(ids.map(messagesOf))).toEqual([0, 0]);
  });

  it('are kept while they wait in the queue', async () => {
    const id = await bookWithMessage('queued');
    await maintain(34);
    expect(await messagesOf(id)).toBe(1);
  });

  it('are kept until their appointment also ended that many days ago', async () => {
    const id = await bookWithMessage('sent', { date: '2026-12-23' });
    await maintain(34);
    expect(await messagesOf(id)).toBe(1);
    await maintain(64);
    expect(await messagesOf(id)).toBe(0);
  });

  it('are deleted in several batches when there are more than a thousand', async () => {
    const id = await bookWithMessage('sent');
    await service.query(
      `insert into notifications (appointment_id, customer_id, channel, event, status, recipient, sequence, snapshot, created_at)
       select appointment_id, customer_id, channel, event, status, recipient, each, snapshot, created_at
       from notifications, generate_series(1, 2100) as each where appointment_id = $1`,
      [id],
    );
    await maintain(34);
    expect(await messagesOf(id)).toBe(0);
  });

  it('are kept for ever when the setting is 0', async () => {
    const id = await bookWithMessage('sent');
    const keeping = await startTestService({
      databaseUrl: service.databaseUrl,
      environment: { MESSAGE_RETENTION_DAYS: '0', REMINDER_HOURS: '0' },
    });
    await maintain(36_000, keeping);
    await keeping.stop();
    expect(await messagesOf(id)).toBe(1);
  });

  it('are deleted from the outbox folder, in which other files stay', async () => {
    const outbox = join(dataDir, 'outbox');
    await mkdir(outbox, { recursive: true });
    const old = ['20261120T080000Z-1-confirmation.eml', '20261120T080000Z-2-reminder.eml.part'];
    const kept = ['20261220T080000Z-3-confirmation.eml', 'notes.txt', '20200101.eml'];
    for (const name of [...old, ...kept]) await writeFile(join(outbox, name), '');
    await maintain(31);
    expect((await readdir(outbox)).sort()).toEqual(kept.sort());
  });
});
