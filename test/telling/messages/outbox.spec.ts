import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeliveryService } from '../../../src/telling/messages/delivery/delivery.service';
import { OutboxSweep } from '../../../src/telling/messages/delivery/outbox-sweep';
import { startTestService, type TestService } from '../../support/test-service';
import { aBook } from './support/booking';
import { partOf, readMime } from './support/mime';

describe('The outbox folder of a service without SMTP_URL', () => {
  let dataDir: string;
  let outbox: string;
  let service: TestService;
  let notificationId: number;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'scheduling-outbox-'));
    outbox = join(dataDir, 'outbox');
    service = await startTestService({ environment: { DATA_DIR: dataDir, NOTIFY_CUSTOMERS: 'false' } });
    const book = await aBook(service);
    const { id } = await book({ name: 'Mia Keller', email: 'mia.keller@example.com' });
    notificationId = (await service.admin.post(`/appointments/${id}/notify`)).body.data.id;
    await service.app.get(DeliveryService).deliverNext();
  });

  afterAll(async () => {
    await service.stop();
    await rm(dataDir, { recursive: true });
  });

  it('contains a file for the message, named after its time, id and event', async () => {
    expect(await readdir(outbox)).toEqual([`20261120T080000Z-${notificationId}-confirmation.eml`]);
  });

  it('contains the complete message with its headers', async () => {
    const [name = ''] = await readdir(outbox);
    const message = readMime(await readFile(join(outbox, name), 'utf8'));
    expect(message.headers).toMatchObject({
      from: 'Appointments <appointments@localhost>',
      to: 'Mia Keller <mia.keller@example.com>',
    });
    expect(partOf(message, 'text/plain').body).toContain('Your appointment is confirmed.');
    expect(partOf(message, 'text/calendar').body).toContain('METHOD:REQUEST');
  });

  it('is readable by its owner only', async () => {
    const [name = ''] = await readdir(outbox);
    const modes = await Promise.all(
      [outbox, join(outbox, name)].map(async (path) => (await stat(path)).mode),
    );
    expect(modes.map((mode) => (mode & 0o777).toString(8))).toEqual(['700', '600']);
  });

  it('contains a message that is recorded as sent', async () => {
    const rows = await service.query('select status, attempts, last_error from notifications');
    expect(rows).toEqual([{ status: 'sent', attempts: 1, last_error: null }]);
  });

  it('loses the file of a message that was deleted, but no file of another installation', async () => {
    const [name = ''] = await readdir(outbox);
    const foreign = name.replace(`-${notificationId}-`, '-4711-');
    const content = await readFile(join(outbox, name), 'utf8');
    const ofAnother = content.replace(
      /<notification-\d+\.[-0-9a-f]+@/,
      `<notification-4711.${randomUUID()}@`,
    );
    await writeFile(join(outbox, foreign), ofAnother);
    await service.app.get(OutboxSweep).run();
    expect((await readdir(outbox)).sort()).toEqual([name, foreign].sort());
    await service.query('delete from notifications');
    await service.app.get(OutboxSweep).run();
    expect(await readdir(outbox)).toEqual([foreign]);
  });
});
