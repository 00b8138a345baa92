import { differenceIn } from '../../../src/operating/imports/folder/differences';
import { everyGet, wholeAnswer } from '../../support/every-get';
import { claimsOf, exported, imported, linesOf } from '../../support/export-and-import';
import { RichBusiness } from '../../support/rich-business';
import { startTestService, type TestService } from '../../support/test-service';

const DATES = ['2026-11-20', '2026-11-23', '2026-11-24', '2026-11-27', '2026-11-30', '2026-12-29'];

describe('A business that was exported and imported', () => {
  let source: TestService;
  let target: TestService;
  let lines: ReadonlyMap<string, readonly string[]>;

  beforeAll(async () => {
    const environment = { BUSINESS_TIMEZONE: 'Europe/Berlin' };
    [source, target] = await Promise.all([
      startTestService({ environment }),
      startTestService({ environment }),
    ]);
    await RichBusiness.open(source);
    target.clock.set(new Date(source.clock.now()).toISOString());
    const folder = await exported(source);
    await imported(target, folder);
    lines = await linesOf(folder);
  });

  afterAll(() => Promise.all([source.stop(), target.stop()]));

  it('has rows of every kind', () => {
    const empty = [...lines].filter(([name, rows]) => name.endsWith('.jsonl') && rows.length < 2);
    expect(empty.map(([name]) => name)).toEqual([]);
  });

  it('has taken the same time, in the same sessions', async () => {
    const [before, after] = await Promise.all([source, target].map(claimsOf));
    expect(before?.length).toBeGreaterThan(20);
    expect(after).toEqual(before);
  });

  it('gives the same answer to every GET', async () => {
    const paths = await everyGet(source.admin, DATES);
    const different: string[] = [];
    for (const path of paths) {
      const [before, after] = await Promise.all(
        [source, target].map(({ admin }) => wholeAnswer(admin, path)),
      );
      if (JSON.stringify(before) !== JSON.stringify(after))
        different.push(`${path}: ${differenceIn(before, after)}`);
    }
    expect(different.slice(0, 20)).toEqual([]);
    expect(paths.length).toBeGreaterThan(500);
  });

  it('is exported as it was', async () => {
    const again = await linesOf(await exported(target));
    expect([...again.keys()]).toEqual([...lines.keys()]);
    for (const [name, rows] of lines) expect([name, again.get(name)]).toEqual([name, rows]);
  });

  it('is told of by the audit trail, and in no message', async () => {
    const [told] = await target.query<Record<string, number>>(
      `select (select count(*)::int from audit_entries where via = 'import' and resource = 'appointments' and action = 'create') as entries,
         (select count(*)::int from appointments) as appointments, (select count(*)::int from notifications) as messages`,
    );
    expect(told).toEqual({ entries: told?.['appointments'], appointments: expect.any(Number), messages: 0 });
  });

  it('counts the ids of new rows on', async () => {
    for (const [path, body] of [
      ['/customers', { firstName: 'New' }],
      ['/providers', { name: 'New', email: 'new@example.com' }],
      ['/services', { name: 'New', durationMin: 30 }],
      ['/locations', { name: 'New' }],
    ] as const) {
      const [last] = await target.query<{ id: number }>(`select max(id) as id from ${path.slice(1)}`);
      const { status, body: answer } = await target.admin.post(path, body);
      expect([path, status, answer.data.id]).toEqual([path, 201, (last?.id ?? 0) + 1]);
    }
  });
});
