import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandHost } from './command-host';
import type { Environment } from './run-cli';

describe('The command messages preview', () => {
  let commands: CommandHost;
  let folder: string;

  beforeAll(async () => {
    commands = await CommandHost.start();
    folder = await mkdtemp(join(tmpdir(), 'scheduling-preview-'));
    await mkdir(join(folder, 'de'));
  }, 180_000);

  afterAll(async () => {
    await commands.stop();
    await rm(folder, { recursive: true });
  });

  /** There is no database: the command needs none. */
  const preview = (environment: Environment, ...options: string[]) =>
    commands.run(
      { DATABASE_URL: 'postgres://nothing@127.0.0.1:1/nothing', ...environment },
      ...['messages', 'preview', ...options],
    );

  it('prints subject and text, in the language of the business by default', async () => {
    const { code, stdout } = await preview({ BUSINESS_LANGUAGE: 'nl' }, '--event', 'reminder');
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^Herinnering: Haircut bij Ana Silva, dinsdag 1 december 2026 om 09:00 uur\n\nBeste /,
    );
  });

  it('prints the HTML part, and messages about several appointments', async () => {
    const { stdout } = await preview({}, '--event', 'offer', '--language', 'pt-BR', '--html');
    expect(stdout).toMatch(/^<!doctype html>\n<html lang="pt">/);
    const several = await preview({}, '--event', 'cancellation', '--language', 'fr', '--several');
    expect(several.stdout).toContain('Ces rendez-vous ont été annulés.');
    const json = await preview({}, '--event', 'update', '--json');
    expect(Object.keys(JSON.parse(json.stdout) as object)).toEqual(['subject', 'text', 'html']);
  });

  it('uses the templates of the operator, and says why it does not use one', async () => {
    await writeFile(join(folder, 'de/received.txt'), 'Danke, {{name}}');
    await writeFile(join(folder, 'de/received.subject.txt'), '{{#more}}');
    const options = ['--event', 'received', '--language', 'de'];
    const { stdout, stderr } = await preview({ MESSAGE_TEMPLATES: folder }, ...options);
    expect(stdout).toMatch(/^Eingegangen: .*\n\nDanke, Mia Keller\n$/);
    expect(stderr).toBe('de/received.subject.txt: Unclosed section "more" at 9\n');
  });

  it('prints the SMS, with the template of the operator', async () => {
    const options = ['--event', 'reminder', '--sms', '--language'];
    expect((await preview({ BUSINESS_NAME: 'Salon Linde' }, ...options, 'nl')).stdout).toMatch(
      /^Salon Linde: Herinnering: Haircut bij Ana Silva, dinsdag 1 december 2026 om 09:00 uur \(.*\) https:\/\/\S+\n$/,
    );
    await writeFile(join(folder, 'de/reminder.sms.txt'), 'Bis {{start}}!\n');
    const { stdout } = await preview({ MESSAGE_TEMPLATES: folder }, ...options, 'de', '--json');
    expect(JSON.parse(stdout)).toEqual({ sms: 'Bis Dienstag, 1. Dezember 2026, 09:00 Uhr!' });
  });

  it.each([
    [
      ['--event', 'update', '--sms'],
      '--sms needs one of confirmation, received, details, reminder, cancellation',
    ],
    [['--event', 'invoice'], '--event must be one of confirmation, received'],
    [['--event', 'offer', '--language', 'sr'], '--language must be one of en, de, fr, es, it, nl, pt'],
    [['--event', 'offer', '--language', 'de_DE'], '--language must be a language tag'],
  ])('refuses %j', async (options, message) => {
    const { code, stderr } = await preview({}, ...options);
    expect(code).toBe(1);
    expect(stderr).toContain(message);
  });
});
