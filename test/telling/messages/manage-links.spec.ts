import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeliveryService } from '../../../src/telling/messages/delivery/delivery.service';
import { aBooking, aProvider, aService, MONDAY } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';
import { MailServer } from './support/mail-server';
import { partOf, readMime } from './support/mime';
import { deleteMessages } from './support/queue';

const MESSAGES = ['confirmation', 'offer'];

describe('The variable manageUrl of a template', () => {
  let service: TestService;
  let mail: MailServer;
  let folder: string;
  let provider: number;
  let cut: number;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'scheduling-templates-'));
    await mkdir(join(folder, 'en'));
    for (const message of MESSAGES)
      await writeFile(join(folder, 'en', `${message}.txt`), 'Manage it: {{manageUrl}}.\n');
    mail = await MailServer.start();
    service = await startTestService({
      environment: {
        SMTP_URL: mail.url,
        MESSAGE_TEMPLATES: folder,
        PUBLIC_URL: 'https://booking.example.com',
      },
    });
    provider = await aProvider(service.admin);
    cut = await aService(service.admin);
  });

  beforeEach(() => deleteMessages(service));

  afterAll(async () => {
    await service.stop();
    await mail.stop();
    await rm(folder, { recursive: true });
  });

  const mailed = async () => {
    expect(await service.app.get(DeliveryService).deliverNext()).toBe(true);
    const { body } = partOf(readMime(mail.last.source), 'text/plain');
    return /Manage it: (.*)\./.exec(body)?.[1];
  };
  const made = async (path: string, body: object) =>
    (await service.admin.post(path, body)).body.data as { id: number; manageUrl: string };

  it('is the link of what the message is about: an appointment, a series, a visit, an entry of the waitlist', async () => {
    const person = { name: 'Mia Keller', email: 'mia.keller@example.com' };
    const bookings: readonly (readonly [path: string, body: object])[] = [
      ['/appointments', aBooking(provider, cut)],
      ['/series', { ...aBooking(provider, cut, { start: '11:00' }), rrule: 'FREQ=WEEKLY;COUNT=2' }],
      [
        '/visits',
        { ...person, items: [{ serviceId: cut }, { serviceId: cut }], date: MONDAY, start: '12:00' },
      ],
      ['/waitlist', { ...person, serviceId: cut, providerId: provider, from: MONDAY, to: MONDAY }],
    ];
    for (const [path, body] of bookings) {
      const { manageUrl } = await made(path, body);
      expect(manageUrl).toMatch(/^https:\/\/booking\.example\.com\/m\/[\w-]{28}$/);
      expect([path, await mailed()]).toEqual([path, manageUrl]);
    }
  });

  it('is the link as it is when the message is sent', async () => {
    const { id } = await made('/appointments', aBooking(provider, cut, { start: '15:00' }));
    const { body } = await service.admin.post(`/appointments/${id}/rotate-link`);
    expect(await mailed()).toBe(body.data.manageUrl);
  });
});
