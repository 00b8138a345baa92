import { aProvider } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';
import { CommandHost } from '../command-host';
import { counts, ImportFiles } from './import-files';

describe('import csv', () => {
  let host: CommandHost;
  let service: TestService;
  let files: ImportFiles;

  beforeAll(async () => {
    host = await CommandHost.start();
    service = await startTestService();
    files = await ImportFiles.create(host, service);
  });

  afterAll(async () => {
    await Promise.all([host.stop(), service.stop(), files.remove()]);
  });

  it('makes special hours of shifts: those of one date are its stretches', async () => {
    const id = await aProvider(service.admin);
    const text = `Provider ID;Date;Start;End\n${id};1.12.2026;9:00;12:00\n${id};1.12.2026;13:00;17:00\n${id};2.12.2026;22:00;24:00\n`;
    const first = await files.csv('shifts', text, '--dates', 'dmy');
    expect(first).toMatchObject({ code: 0, counts: counts(3, 0, 0) });
    const more = `${text}${id};1.12.2026;18:00;19:00\n${id};1.12.2026;16:00;18:00\n`;
    const again = await files.csv('shifts', more, '--dates', 'dmy');
    expect(again).toMatchObject({ code: 3, counts: counts(1, 3, 1) });
    const { body } = await service.admin.get(`/providers/${id}/special-hours?from=2026-12-01`);
    expect(body.data).toMatchObject([
      {
        date: '2026-12-01',
        hours: [
          { start: '09:00', end: '12:00' },
          { start: '13:00', end: '17:00' },
          { start: '18:00', end: '19:00' },
        ],
      },
      { date: '2026-12-02', hours: [{ start: '22:00', end: '24:00' }] },
    ]);
  });

  it('leaves a date alone that has special hours already, and a provider who does not exist', async () => {
    const id = await aProvider(service.admin);
    const hours = { hours: [], note: 'Day off' };
    await service.admin.put(`/providers/${id}/special-hours/2026-12-03`, hours);
    const text = `providerId,date,start,end\n${id},2026-12-03,09:00,12:00\n99,2026-12-03,09:00,12:00\n`;
    const path = files.path('rejected.csv');
    const result = await files.csv('shifts', text, '--rejected', path);
    expect(result).toMatchObject({ code: 3, counts: counts(0, 0, 2) });
    expect(await files.read('rejected.csv')).toMatch(/date has special hours already[^]*No such provider/);
    const { body } = await service.admin.get(`/providers/${id}/special-hours?from=2026-12-03`);
    expect(body.data).toMatchObject([hours]);
  });

  it('takes services with numbers as spreadsheets write them', async () => {
    const text =
      'Id;Name;Duration min;Price;Active;Provider Ids\n' +
      'S1;Haircut;45;"38,50";yes;\nS2;Colour;90;1.000;no;\nS3;Wash;15;;0;[]\n';
    const path = files.path('services.rejected.csv');
    const result = await files.csv('services', text, '--rejected', path, '--source', 'old-salon');
    expect(result).toMatchObject({ code: 3, counts: counts(2, 0, 1) });
    expect(await files.read('services.rejected.csv')).toContain(
      'S2;Colour;90;1.000;no;;3;price must be a number',
    );
    const { body } = await service.admin.get('/services?sort=id:asc');
    expect(body.data).toMatchObject([
      { name: 'Haircut', price: 38.5, active: true, metadata: { importedFrom: 'old-salon:S1' } },
      { name: 'Wash', price: null, active: false, providerIds: [] },
    ]);
  });

  it('names services by the ids of the source that has brought them, and by ours where it has brought none', async () => {
    const id = await aProvider(service.admin);
    const [{ id: ours } = { id: 0 }] = (await service.admin.get('/services?q=Haircut')).body.data as {
      id: number;
    }[];
    await files.csv('customers', 'id,firstName\nX,Mia\n', '--source', 'old-salon');
    const text = (serviceId: string | number, customerId: string | number) =>
      `customerId,serviceId,providerId,start\n${customerId},${serviceId},${id},2025-01-0${Number(customerId) || 3}T10:00\n`;
    const theirs = await files.csv('appointments', text('S1', 'X'), '--source', 'old-salon');
    expect(theirs).toMatchObject({ counts: counts(1, 0, 0) });
    const mixed = await files.csv('appointments', text(ours, 'X'), '--source', 'old-salon');
    expect(mixed).toMatchObject({ counts: counts(0, 0, 1) });
    expect(await files.csv('appointments', text(ours, 1))).toMatchObject({ counts: counts(1, 0, 0) });
  });
});
