import { startTestService, type TestService } from '../../support/test-service';
import { CommandHost } from '../command-host';
import { counts, ImportFiles } from './import-files';

const ZONE = 'Europe/Berlin';

describe('import csv --customers', () => {
  let host: CommandHost;
  let service: TestService;
  let files: ImportFiles;

  beforeAll(async () => {
    host = await CommandHost.start();
    service = await startTestService({ environment: { BUSINESS_TIMEZONE: ZONE } });
    files = await ImportFiles.create(host, service, ZONE);
  });

  afterAll(async () => {
    await Promise.all([host.stop(), service.stop(), files.remove()]);
  });

  const found = async (query: string) => {
    const { body } = await service.admin.get(`/customers?${query}`);
    return body.data as readonly Readonly<Record<string, unknown>>[];
  };

  it('takes members in any spelling, and remembers where each customer comes from', async () => {
    const text =
      'ID,First_Name,last name,E-Mail,metadata.crmId,createdAt\n7,Mia,Keller,mia@example.com,C-7,2019-05-04 09:30\n';
    const { code, counts: taken, stderr } = await files.csv('customers', text);
    expect({ code, taken }).toEqual({ code: 0, taken: counts(1, 0, 0) });
    expect(stderr).toBe(`${files.path('customers.csv')}: utf-8, columns separated by commas.\n`);
    expect(await found('metadata[importedFrom]=csv:7')).toMatchObject([
      {
        ...{ firstName: 'Mia', lastName: 'Keller', email: 'mia@example.com' },
        metadata: { crmId: 'C-7', importedFrom: 'csv:7' },
        createdAt: '2019-05-04T09:30:00+02:00',
      },
    ]);
  });

  it('leaves what is there already as it is when it runs again', async () => {
    const text = 'id,firstName,email\n21,Zoë,zoe@example.com\n22,Ana,\n,Ida,\n';
    expect(await files.csv('customers', text)).toMatchObject({ code: 0, counts: counts(3, 0, 0) });
    const changed = text.replace('Zoë', 'Someone else');
    expect(await files.csv('customers', changed)).toMatchObject({ code: 0, counts: counts(0, 3, 0) });
    expect(await found('q=zoe@example.com')).toMatchObject([{ firstName: 'Zoë' }]);
  });

  it('leaves a customer as it is whose e-mail address is here already', async () => {
    await service.admin.post('/customers', { firstName: 'Noor', email: 'Noor@example.com' });
    const text =
      'id,firstName,email\n31,Other,noor@EXAMPLE.com\n32,New,new@example.com\n33,Twice,NEW@example.com\n';
    expect(await files.csv('customers', text)).toMatchObject({ counts: counts(1, 2, 0) });
    expect(await found('q=noor@example.com')).toMatchObject([{ firstName: 'Noor' }]);
  });

  it.each([
    [
      'windows-1252',
      Buffer.from('firstName;lastName\nJ\xfcrgen;Gro\xdf1\n', 'latin1'),
      ['--encoding', 'windows-1252'],
    ],
    ['utf-16le', Buffer.from('\uFEFFfirstName\tlastName\nJürgen\tGroß2\n', 'utf16le'), []],
    ['utf-16be', Buffer.from('\uFEFFfirstName,lastName\nJürgen,Groß3\n', 'utf16le').swap16(), []],
    ['utf-8', Buffer.from('\uFEFFfirstName;lastName\r\nJürgen;Groß4\r\n'), ['--encoding', 'windows-1252']],
  ])('reads a file in %s', async (encoding, content, args) => {
    const { code, stderr } = await files.csv('customers', content, ...args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining(`: ${encoding}, columns`) });
    expect(await found('q=Groß&length=100')).toContainEqual(expect.objectContaining({ firstName: 'Jürgen' }));
  });

  it('does nothing with a file that is not in its encoding', async () => {
    const text = Buffer.from('firstName\nAnna\nJ\xfcrgen\n', 'latin1');
    const { code, counts: none, stderr } = await files.csv('customers', text);
    expect({ code, none }).toEqual({ code: 1, none: undefined });
    expect(stderr).toContain('is not in utf-8; name its encoding with --encoding: line 3 has other bytes');
    expect(await found('q=Anna')).toEqual([]);
  });

  it.each([
    [
      'behind the first 64 KiB',
      Buffer.from(`firstName\n${'Anna\r\n'.repeat(30_000)}J\xfcrgen\n`, 'latin1'),
      30_002,
    ],
    ['cut off at the end', Buffer.from('firstName\nAnna\nJ\xc3', 'latin1'), 3],
    ['half of a pair in UTF-16', Buffer.from('\uFEFFfirstName\nAnna\nJ\ud800\n', 'utf16le'), 3],
  ])('names the line of bytes that are not in the encoding: %s', async (_what, content, line) => {
    const { code, stderr } = await files.csv('customers', content);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining(`: line ${line} has other bytes`),
    });
  });

  it('keeps line breaks, quotation marks and delimiters inside of quotation marks', async () => {
    const text = 'firstName;notes\r\n"Qu""ote";"one;\r\ntwo, ""three"""\r\n\r\nNext;\r\n;\r\n';
    expect(await files.csv('customers', text)).toMatchObject({ code: 0, counts: counts(2, 0, 0) });
    expect(await found('q=Qu"ote')).toMatchObject([{ firstName: 'Qu"ote', notes: 'one;\ntwo, "three"' }]);
  });

  it('names columns that it does not take, and takes those that a file of columns names', async () => {
    const map = await files.write('map.json', JSON.stringify({ Vorname: 'firstName', 'Tel.': 'phone' }));
    const text = 'Vorname,TEL,Haarfarbe\nLotte,+49 30 1,rot\n';
    const { code, stderr } = await files.csv('customers', text, '--columns', map);
    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('not taken: Haarfarbe.'),
    });
    expect(await found('q=Lotte')).toMatchObject([{ phone: '+49 30 1' }]);
  });

  it('writes rows that it refuses to a file, from which they can be mended and imported', async () => {
    const text =
      'id;firstName;notes;email\n51;Good;;\n52;"Ba""d";"a\nb";no address\n53;Short\n54;;;x@example.com\n';
    const rejected = files.path('rejected.csv');
    const first = await files.csv('customers', text, '--rejected', rejected);
    expect(first).toMatchObject({ code: 3, counts: counts(1, 0, 3) });
    expect(await files.read('rejected.csv')).toBe(
      [
        '\uFEFFid;firstName;notes;email;line;reason',
        '52;"Ba""d";"a\nb";no address;3;email must be an e-mail address',
        '53;Short;;;5;has 2 cells where the first row has 4',
        '54;;;x@example.com;6;firstName is required',
        '',
      ].join('\r\n'),
    );
    const mended = (await files.read('rejected.csv'))
      .replace('no address', 'bad@example.com')
      .replace('54;', '54;Ed');
    const second = await files.csv('customers', mended, '--rejected', rejected);
    expect(second).toMatchObject({ code: 0, counts: counts(3, 0, 0) });
    expect(second.stderr).not.toContain('not taken');
    expect(await found('q=bad@example.com')).toMatchObject([{ notes: 'a\nb' }]);
  });

  it('shows what would happen, and writes nothing, in a dry run', async () => {
    const text = 'id,firstName,email\n7,Mia,\n61,Dry,dry@example.com\n62,Run,DRY@example.com\n63,,\n';
    const path = await files.write('dry.csv', text);
    const { code, stdout } = await files.run('csv', '--customers', path, '--dry-run');
    expect(code).toBe(3);
    expect(stdout).toMatch(
      /^ROWS {2}WHAT WOULD HAPPEN\n1 {5}would be taken\n2 {5}are there already\n1 {5}would be refused\n\nROWS {2}WHY REFUSED {12}SUCH AS\n1 {5}firstName is required {2}line 5\n\nNothing was written\./,
    );
    expect(await found('q=dry@example.com')).toEqual([]);
    expect(await files.csv('customers', text)).toMatchObject({ code: 3, counts: counts(1, 2, 1) });
  });

  it('does not bring back a person who was erased, by the id or by the e-mail address', async () => {
    const text = 'id,firstName,email\n71,Gone,gone@example.com\n';
    await files.csv('customers', text);
    const [{ id } = { id: 0 }] = await found('q=gone@example.com');
    expect((await service.admin.post(`/customers/${String(id)}/erase`)).status).toBe(200);
    expect(await files.csv('customers', text)).toMatchObject({ counts: counts(0, 1, 0) });
    expect(await files.csv('customers', text.replace('71', '72'))).toMatchObject({ counts: counts(0, 1, 0) });
    expect(await found('q=gone@example.com')).toEqual([]);
    const [{ dump } = { dump: '' }] = await service.query<{ dump: string }>(
      'select json_agg(s)::text as dump from import_sources s',
    );
    expect(dump).not.toContain('@');
  });

  it.each([
    [['csv'], 'one of --customers, --services, --appointments and --shifts is required'],
    [
      ['csv', '--customers', 'a', '--shifts', 'b'],
      'one of --customers, --services, --appointments and --shifts is required',
    ],
    [['csv', '--customers', '/none.csv'], '/none.csv cannot be read'],
    [['csv', '--customers', '/none.csv', '--dates', 'dym'], '--dates must be one of ymd, dmy, mdy'],
    [['nothing'], "unknown command 'nothing'"],
  ])('does nothing when it is called with %j', async (args, message) => {
    expect(await files.run(...args)).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(message),
    });
  });

  it.each([
    ['foo,bar\n1,2\n', 'names no column that is known'],
    ['firstName,First Name\na,b\n', 'Two columns are firstName'],
    ['firstName\n"open\n', 'a quotation mark is not closed'],
    ['', 'is empty'],
  ])('does nothing with the file %j', async (text, message) => {
    const { code, stderr } = await files.csv('customers', text);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(message) });
  });
});
