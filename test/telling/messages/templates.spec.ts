import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DeliveryService } from '../../../src/telling/messages/delivery/delivery.service';
import { VARIABLES } from '../../../src/telling/messages/mail/message-view';
import { MESSAGE_NAMES } from '../../../src/telling/messages/mail/message-name';
import { startTestService, type TestService } from '../../support/test-service';
import { aBook, type Book } from './support/booking';
import { MailServer } from './support/mail-server';
import { partOf, readMime } from './support/mime';

describe('The templates of an operator', () => {
  let service: TestService;
  let mail: MailServer;
  let book: Book;
  let folder: string;
  const log: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'scheduling-templates-'));
    mail = await MailServer.start();
    service = await startTestService({
      environment: { SMTP_URL: mail.url, MESSAGE_TEMPLATES: folder, LOG_LEVEL: 'warn' },
      log: (line) => void log.push(line),
    });
    book = await aBook(service, { name: 'Ana Silva' });
  });

  beforeEach(() => rm(folder, { recursive: true, force: true }));

  afterAll(async () => {
    await service.stop();
    await mail.stop();
  });

  const template = async (file: string, content: string) => {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), content);
  };
  const send = async (attendeeLanguage: string, name = 'Mia & Co') => {
    await book({ name, attendeeLanguage, date: '2026-12-01' });
    await service.app.get(DeliveryService).deliverNext();
    const message = readMime(mail.last.source);
    const bodies = ['text/plain', 'text/html'].map((type) => partOf(message, type).body);
    return { subject: message.headers['subject'], text: bodies[0], html: bodies[1] };
  };

  it('take the place of the own ones, part by part, for one message and language', async () => {
    await template('de/confirmation.subject.txt', 'Bis bald,\n{{name}}!\n');
    await template(
      'de/confirmation.html',
      '<p>{{name}}: {{when}}</p>{{#details}}<b>{{label}}</b>{{/details}}',
    );
    const { subject, text, html } = await send('de-CH');
    expect(subject).toBe('Bis bald, Mia & Co!');
    expect(text).toContain('Guten Tag Mia & Co,');
    expect(html).toMatch(/^<p>Mia &amp; Co: Dienstag, 1\. Dezember 2026, .*<b>Leistung<\/b><b>Bei<\/b>/);
    expect(await send('nl')).toMatchObject({ subject: expect.stringMatching(/^Bevestigd: /) });
  });

  it('count from the next message on when they change', async () => {
    await template('fr/confirmation.txt', 'Un');
    expect((await send('fr')).text).toBe('Un');
    await template('fr/confirmation.txt', 'Deux');
    expect((await send('fr')).text).toBe('Deux');
  });

  it.each([
    ['{{#details}}{{line}}', 'Unclosed section'],
    ['{{{name}}}', 'is not escaped'],
    ['{{nmae}}', 'is no variable'],
  ])('are not used when they have a fault such as %s, and the log says so', async (content, reason) => {
    await template('es/confirmation.html', content);
    log.length = 0;
    const { html } = await send('es', '<script>alert(1)</script>');
    expect(html).toContain('Hola, &lt;script&gt;');
    expect(log.join('\n')).toMatch(new RegExp(`es/confirmation.html.*${reason}`));
  });

  it('are not used when they are in another encoding than UTF-8, and the log says so', async () => {
    await mkdir(join(folder, 'pt'), { recursive: true });
    await writeFile(join(folder, 'pt/confirmation.txt'), Buffer.from('At\xe9 j\xe1', 'latin1'));
    log.length = 0;
    expect((await send('pt')).text).toContain('Olá, Mia & Co');
    expect(log.join('\n')).toMatch(/pt\/confirmation.txt.*is not in UTF-8/);
  });

  it('do not put names into markup, nor a second line into the subject', async () => {
    await template('it/confirmation.subject.txt', '{{name}}');
    await template('it/confirmation.html', '<a href="{{name}}">{{name}}</a>');
    const { subject, html } = await send('it', '"><img src=x>\nBcc: spy@example.com {{service}}');
    expect(subject).toBe('"><img src=x> Bcc: spy@example.com {{service}}');
    expect(html).not.toContain('<img');
    expect(html).toContain('{{service}}');
  });

  it('can show what the guide lists', async () => {
    const guide = await readFile(join(__dirname, '../../../docs/guide/messages.md'), 'utf8');
    const names = [...Object.keys(VARIABLES), ...Object.values(VARIABLES).flatMap((items) => items ?? [])];
    expect(names.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
    expect(MESSAGE_NAMES.filter((name) => !guide.includes(`| \`${name}\``))).toEqual([]);
  });
});
