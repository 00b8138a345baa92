import { aProvider, aService } from '../../support/builders';
import { eventsOf } from '../../support/events';
import { startTestService, type TestService } from '../../support/test-service';
import { CommandHost } from '../command-host';
import { counts, ImportFiles } from './import-files';

const ZONE = 'Europe/Berlin';

describe('import csv --appointments', () => {
  let host: CommandHost;
  let service: TestService;
  let files: ImportFiles;
  let serviceId: number;
  let providerId: number;

  beforeAll(async () => {
    host = await CommandHost.start();
    service = await startTestService({ environment: { BUSINESS_TIMEZONE: ZONE } });
    files = await ImportFiles.create(host, service, ZONE);
    serviceId = await aService(service.admin, { price: 50, bufferAfterMin: 10 });
    await files.csv('customers', 'id,firstName,email\nC1,Mia,mia@example.com\nC2,Ana,\n');
  });

  beforeEach(async () => {
    providerId = await aProvider(service.admin);
  });

  afterAll(async () => {
    await Promise.all([host.stop(), service.stop(), files.remove()]);
  });

  const HEAD =
    'id,customerId,serviceId,providerId,date,start,end,status,price,payment_status,notes,createdAt\n';
  const row = (id: string, when: string, rest = ',,,,,', customer = 'C1') =>
    `${id},${customer},${serviceId},${providerId},${when},${rest}\n`;
  const found = async (query = `providerId=${providerId}&sort=start:asc`) => {
    const { body } = await service.admin.get(`/appointments?${query}`);
    return body.data as readonly Readonly<Record<string, unknown>>[];
  };

  it('keeps times, status, price and the moment of the booking', async () => {
    const text = HEAD + row('1', '2020-03-02,10:00', '11:15,completed,12.5,paid,Old,2020-01-01T08:00:00Z');
    expect(await files.csv('appointments', text)).toMatchObject({ code: 0, counts: counts(1, 0, 0) });
    expect(await found()).toMatchObject([
      {
        ...{ start: '2020-03-02T10:00:00+01:00', end: '2020-03-02T11:15:00+01:00', customerName: 'Mia' },
        ...{
          status: 'completed',
          price: 12.5,
          payment_status: 'paid',
          notes: 'Old',
          localStart: '2020-03-02T10:00',
        },
        createdAt: '2020-01-01T09:00:00+01:00',
        metadata: { importedFrom: 'csv:1' },
      },
    ]);
    expect(await files.csv('appointments', text)).toMatchObject({ code: 0, counts: counts(0, 1, 0) });
  });

  it('refuses what is taken, by what is here or by rows before, and leaves each other row alone', async () => {
    const booked = {
      customerId: 1,
      providerId,
      serviceId,
      start: '2021-03-01T09:00:00Z',
      ignoreSchedule: true,
    };
    expect((await service.admin.post('/appointments', booked)).status).toBe(201);
    const text =
      HEAD +
      row('a1', '2021-03-01,10:15') +
      row('a2', '2021-03-01,11:00') +
      row('a3', '2021-03-01,11:35') +
      row('a4', '2021-03-01,11:40') +
      row('a5', '2021-03-01,11:00', ',cancelled,,,,') +
      row('a6', '2021-03-01,11:00', ',no-show,,,,', 'C9');
    const result = await files.csv('appointments', text, '--rejected', files.path('rejected.csv'));
    expect(result).toMatchObject({ code: 3, counts: counts(3, 0, 3) });
    const reasons = (await files.read('rejected.csv')).split('\r\n').slice(1, -1);
    expect(reasons.map((each) => each.replace(/^(\w+).*,,/, '$1 '))).toEqual([
      expect.stringMatching(
        /^a1 2,"slot_taken: overlaps appointment \d+ here, of 2021-03-01T10:00:00\+01:00"$/,
      ),
      'a3 4,slot_taken: overlaps appointment csv:a2',
      'a6 7,customerId names no customer',
    ]);
  });

  it('seats appointments of one group session together, up to its capacity', async () => {
    const yoga = await aService(service.admin, { capacity: 3 });
    const text =
      'id,customerId,serviceId,providerId,start,seats\n' +
      [1, 1, 2, 1]
        .map((seats, i) => `g${i},C1,${yoga},${providerId},2026-12-01T18:00:00+01:00,${seats}\n`)
        .join('');
    expect(await files.csv('appointments', text)).toMatchObject({ code: 3, counts: counts(3, 0, 1) });
    const query = `from=2026-12-01&to=2026-12-01&providerId=${providerId}`;
    const sessions = await service.admin.get(`/sessions?${query}`);
    expect(sessions.body.data).toMatchObject([{ seatsTaken: 3, seatsLeft: 0 }]);
  });

  it('finds customers by e-mail address, creates those that are new, and knows who was erased', async () => {
    const text =
      `id,name,email,serviceId,providerId,start\n` +
      `e1,Mia,MIA@example.com,${serviceId},${providerId},2020-05-04T10:00\n` +
      `e2,Neu Da,neu@example.com,${serviceId},${providerId},2020-05-04T12:00\n`;
    expect(await files.csv('appointments', text)).toMatchObject({ code: 0, counts: counts(2, 0, 0) });
    const [first, second] = await found();
    expect([first, second]).toMatchObject([{ customerName: 'Mia' }, { customerName: 'Neu Da' }]);
    await service.admin.post(`/customers/${String(second?.['customerId'])}/erase`);
    const later = text.replaceAll(/^e/gm, 'f').replaceAll('2020-05-04', '2020-05-05');
    expect(await files.csv('appointments', later)).toMatchObject({ code: 3, counts: counts(1, 0, 1) });
  });

  it('reads dates as the option says, and refuses those that could be two dates', async () => {
    const text = HEAD + row('d1', '03/04/2024,9:30');
    const refused = await files.csv('appointments', text, '--rejected', files.path('dates.csv'));
    expect(refused).toMatchObject({ code: 3, counts: counts(0, 0, 1) });
    expect(await files.read('dates.csv')).toContain('date is ambiguous: say with --dates dmy or --dates mdy');
    await files.csv('appointments', text, '--dates', 'dmy');
    await files.csv('appointments', HEAD + row('d2', '03/04/2024,2:30 pm'), '--dates', 'mdy');
    expect(await found()).toMatchObject([
      { localStart: '2024-03-04T14:30' },
      { localStart: '2024-04-03T09:30' },
    ]);
  });

  it('sends no message and no delivery, but writes events and audit entries that say import', async () => {
    await service.admin.post('/webhooks', { url: 'https://8.8.8.8/hook' });
    const text = HEAD + row('w1', '2026-12-07,10:00', ',pending,,,,');
    const events = await eventsOf(service, () => files.csv('appointments', text));
    const [appointment] = await found();
    const id = String(appointment?.['id']);
    expect(events).toMatchObject([
      { type: 'appointment.booked', requestId: 'csv', data: { status: 'pending' } },
    ]);
    expect(await service.query('select event_id from webhook_deliveries')).toEqual([]);
    expect(await service.query(`select 1 from notifications where appointment_id = ${id}`)).toEqual([]);
    const { body } = await service.admin.get(`/audit?resource=appointments&resourceId=${id}`);
    expect(body.data).toMatchObject([{ via: 'import', action: 'create', requestId: 'csv' }]);
  });

  it('writes in a dry run what the real run writes, and nothing of it stays', async () => {
    const text =
      HEAD + row('y1', '2022-01-03,10:00') + row('y2', '2022-01-03,10:20') + row('y3', '2022-01-03,12:00');
    const dry = await files.csv('appointments', text, '--dry-run');
    expect(await found()).toEqual([]);
    const real = await files.csv('appointments', text);
    expect(real).toEqual(dry);
    expect(real).toMatchObject({ code: 3, counts: counts(2, 0, 1) });
  });
});
