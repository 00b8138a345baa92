import { aProvider, aService } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';
import { CommandHost } from '../command-host';
import { counts, ImportFiles } from './import-files';

describe('A file of import csv', () => {
  let host: CommandHost;
  let service: TestService;
  let files: ImportFiles;
  let source = 0;

  beforeAll(async () => {
    host = await CommandHost.start();
    service = await startTestService();
    files = await ImportFiles.create(host, service);
  });

  beforeEach(() => {
    source++;
  });

  afterAll(async () => {
    await Promise.all([host.stop(), service.stop(), files.remove()]);
  });

  const customers = (text: string | Uint8Array, ...args: string[]) =>
    files.csv('customers', text, '--source', `csv-${source}`, ...args);
  const found = async (id: string) => {
    const { body } = await service.admin.get(`/customers?metadata[importedFrom]=csv-${source}:${id}`);
    return body.data as readonly Readonly<Record<string, unknown>>[];
  };

  it.each([
    ['sep=;', ';', 'semicolons'],
    ['SEP=,', ',', 'commas'],
    ['sep=\t', '\t', 'tabs'],
    ['"sep=;"', ';', 'semicolons'],
    ['\uFEFFsep=;', ';', 'semicolons'],
    ['sep=;;;', ';', 'semicolons'],
  ])('names its delimiter in a first line %j, which is no row', async (line, sign, name) => {
    const rows = [
      ['id', 'firstName', 'notes'],
      ['1', 'Mia', 'a,b;c'],
      ['2', '', ''],
    ];
    const quoted = rows.map((cells) =>
      cells.map((cell) => (cell === 'a,b;c' ? `"${cell}"` : cell)).join(sign),
    );
    const rejected = files.path('rejected.csv');
    const result = await customers(`${[line, ...quoted].join('\r\n')}\r\n`, '--rejected', rejected);
    expect(result).toMatchObject({ code: 3, counts: counts(1, 0, 1) });
    expect(result.stderr).toContain(`columns separated by ${name}.`);
    expect(await found('1')).toMatchObject([{ firstName: 'Mia', notes: 'a,b;c' }]);
    const refused = ['2', '', '', '4', 'firstName is required'].join(sign);
    expect((await files.read('rejected.csv')).split('\r\n')).toContain(refused);
  });

  it('is refused when its first line names another delimiter', async () => {
    const { code, stderr } = await customers('sep=|\nid|firstName\n1|Mia\n');
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining('has columns separated by |; commas, semicolons, tabs are understood'),
    });
  });

  it('may have spaces before and behind quotation marks', async () => {
    const text =
      'id, firstName, notes, phone\n1, "Mia, Ada" , "one\n""two"", three" ,"+49 30 1"\n2, Tom, 5" pipe, \n3,,,\n';
    const result = await customers(text, '--rejected', files.path('rejected.csv'));
    expect(result).toMatchObject({ code: 3, counts: counts(2, 0, 1) });
    expect(await found('1')).toMatchObject([
      { firstName: 'Mia, Ada', notes: 'one\n"two", three', phone: '+49 30 1' },
    ]);
    expect(await found('2')).toMatchObject([{ firstName: 'Tom', notes: '5" pipe', phone: null }]);
    expect(await files.read('rejected.csv')).toContain('3,,,,5,firstName is required');
  });

  it('reads prices with signs between thousands, and the statuses that an option names', async () => {
    const [providerId, serviceId] = [await aProvider(service.admin), await aService(service.admin)];
    const head = 'id;serviceId;providerId;start;name;email;status;price\n';
    const row = (id: string, time: string, status: string, price: string) =>
      `${id};${serviceId};${providerId};2020-03-02T${time};Mia;mia@example.com;${status};${price}\n`;
    const text =
      head +
      row('a', '09:00', 'Storniert', '1.099,50') +
      row('b', '09:00', 'Erledigt', '1,099.50') +
      row('c', '11:00', 'Neu', '5');
    const args = ['--statuses', 'storniert=cancelled,ERLEDIGT=completed', '--source', `csv-${source}`];
    const rejected = files.path('rejected.csv');
    const result = await files.csv('appointments', text, ...args, '--rejected', rejected);
    expect(result).toMatchObject({ code: 3, counts: counts(2, 0, 1) });
    const { body } = await service.admin.get('/appointments?from=2020-03-02&to=2020-03-02&sort=id:asc');
    expect(body.data).toMatchObject([
      { status: 'cancelled', price: 1_099.5 },
      { status: 'completed', price: 1_099.5 },
    ]);
    expect(await files.read('rejected.csv')).toContain(
      'the meaning of the status ""Neu"" is not known: say it with --statuses',
    );
  });

  it.each([
    ['--statuses', 'storniert=cancelled'],
    ['--past-overlaps', 'keep'],
  ])('is not taken with %s, which means nothing for customers', async (...option) => {
    const { code, stderr } = await customers('firstName\nMia\n', ...option);
    expect({ code, stderr }).toEqual({ code: 1, stderr: `error: ${option[0]} goes with --appointments\n` });
  });

  it('is refused for few reasons, each with the number of its rows and with the first of them', async () => {
    const rows = [
      ...Array.from({ length: 30 }, (_, i) => `b${i},,no address ${i}`),
      ...Array.from({ length: 40 }, (_, i) => `c${i},Mia,no address ${i}`),
      'd,Mia,mia@example.com',
      ...Array.from({ length: 25 }, (_, i) => `e${i},`),
    ];
    const path = await files.write('reasons.csv', `id,firstName,email\n${rows.join('\n')}\n`);
    const { code, stdout } = await files.run('csv', '--customers', path, '--source', `csv-${source}`);
    expect(code).toBe(3);
    expect(stdout.split('\n').slice(5, 9)).toEqual([
      'ROWS  WHY REFUSED                                             SUCH AS',
      '40    email must be an e-mail address                         line 32',
      '30    firstName is required; email must be an e-mail address  line 2',
      '25    has 2 cells where the first row has 3                   line 73',
    ]);
  });
});
