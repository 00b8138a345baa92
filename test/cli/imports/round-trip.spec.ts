import { readdir } from 'node:fs/promises';
import { differenceIn } from '../../../src/operating/imports/folder/differences';
import { addDays } from '../../../src/platform/time/local-date';
import { startTestService, type TestService } from '../../support/test-service';
import { CommandHost } from '../command-host';
import type { Ended } from '../run-cli';
import { everyGet, wholeAnswer } from '../../support/every-get';
import { ImportFiles } from './import-files';

const ZONE = 'Europe/Berlin';

describe('an export that comes back', () => {
  let host: CommandHost;
  let source: TestService;
  let target: TestService;
  let files: ImportFiles;
  let back: ImportFiles;
  let folder: string;
  let ended: Ended;

  beforeAll(async () => {
    host = await CommandHost.start();
    const now = new Date().toISOString();
    [source, target] = await Promise.all([start(now), start(now)]);
    files = await ImportFiles.create(host, source, ZONE);
    back = await ImportFiles.create(host, target, ZONE);
    await host.run(files.environment, 'demo');
    folder = files.path('export');
    await host.run(files.environment, 'export', '--to', folder);
    ended = await back.run('folder', '--from', folder, '--json');
  });

  afterAll(async () => {
    await Promise.all([host.stop(), source.stop(), target.stop(), files.remove(), back.remove()]);
  });

  it('is all there, and the window cuts from schedules what it cut before, which is said', () => {
    expect(ended.code).toBe(0);
    const said = ended.stderr.trimEnd().split('\n');
    expect(said).toEqual([
      expect.stringMatching(/^Provider 2, Ines Duarte: Not worked: monday 17:00–18:00, .*\(09:00–17:00\)\.$/),
      expect.stringMatching(/^Provider 3, Jonas Weiß: Not worked: tuesday 17:00–18:30, /),
      expect.stringMatching(/^Provider 4, Noor Haddad: Not worked: monday 08:00–09:00, /),
    ]);
  });

  it('gives the same answer to every GET', async () => {
    const today = new Date(source.clock.now()).toISOString().slice(0, 10);
    const dates = [-2, 1, 2, 3, 20].map((days) => addDays(today, days));
    const paths = await everyGet(source.admin, dates);
    const different: string[] = [];
    for (const path of paths) {
      const [before, after] = await Promise.all([
        wholeAnswer(source.admin, path),
        wholeAnswer(target.admin, path),
      ]);
      if (JSON.stringify(before) !== JSON.stringify(after))
        different.push(`${path}: ${differenceIn(before, after)}`);
    }
    expect(different.slice(0, 20)).toEqual([]);
    expect(paths.length).toBeGreaterThan(500);
  });

  it('brings hours that no import widens', async () => {
    const windows = await target.query<{ window: string | null }>(
      'select default_window as window from business_hours',
    );
    expect(windows).toEqual([{ window: null }]);
  });

  it('keeps the price of one seat, which no answer shows and a change of seats needs', async () => {
    const pricesIn = (service: TestService) =>
      service.query<{ price: string | null }>('select id, seat_price as price from appointments order by id');
    const prices = await pricesIn(source);
    expect(prices.some(({ price }) => price !== null)).toBe(true);
    expect(await pricesIn(target)).toEqual(prices);
  });

  const differingLines = async (name: string) => {
    const [before, after] = await Promise.all([
      linesOf(files, `export/${name}`),
      linesOf(back, `again/${name}`),
    ]);
    return [...before, ...after].filter((line) => !(before.includes(line) && after.includes(line)));
  };

  it('exports as it was exported', async () => {
    expect(await host.run(back.environment, 'export', '--to', back.path('again'))).toMatchObject({ code: 0 });
    const names = (await readdir(folder)).filter((name) => /\.(jsonl|csv)$/.test(name));
    expect(names).toHaveLength(30);
    for (const name of names) expect((await differingLines(name)).slice(0, 3)).toEqual([]);
    expect(await back.read('again/export.json')).toBe(await files.read('export/export.json'));
  });
});

async function start(now: string): Promise<TestService> {
  const service = await startTestService({ environment: { BUSINESS_TIMEZONE: ZONE } });
  service.clock.set(now);
  return service;
}

/** But for when an appointment was last changed: a member in JSON, the last column of comma-separated values. */
async function linesOf(files: ImportFiles, name: string): Promise<string[]> {
  const text = await files.read(name);
  return text.replaceAll(/"+updatedAt"+:"+[^"]*"+|,\d{4}-\d\d-\d\dT[^,\r\n]*(?=\r$)/gm, '').split('\n');
}
