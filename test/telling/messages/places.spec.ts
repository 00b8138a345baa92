import { CustomerMessages } from '../../../src/booking/diary/writes/customer-messages';
import { Database } from '../../../src/platform/database/database';
import { WORKER } from '../../../src/platform/database/write-context';
import { DeliveryService } from '../../../src/telling/messages/delivery/delivery.service';
import { RemindersService } from '../../../src/telling/messages/delivery/reminders.service';
import { MESSAGE_NAMES } from '../../../src/telling/messages/mail/message-name';
import EN from '../../../src/telling/wording/en.json';
import PT from '../../../src/telling/wording/pt.json';
import { aBooking, anAppointment, aProvider, aService, MONDAY } from '../../support/builders';
import { START } from '../../support/settable-clock';
import { startTestService, type TestService } from '../../support/test-service';
import { anEntryOf } from '../../support/waiting';
import { tokenIn } from '../../booking/manage/support/links';
import { open, pathOf } from '../../web/manage-page/support/manage-pages';
import { MailServer } from './support/mail-server';
import { partOf, readMime } from './support/mime';
import { deleteMessages } from './support/queue';

const BUSINESS = { name: 'Studio Berlin', email: 'hello@berlin.example', phone: '+49 30 901820' };
const LISBOA = { name: 'Salon Lisboa', email: 'ola@lisboa.example', phone: '+351 21 342 0001' };
const ADDRESSES = { business: 'Lindenstraße 14', lisboa: 'Rua Augusta 1' };

interface Heard {
  readonly name: string;
  readonly sms: boolean;
  readonly said: object;
}

describe('What a message says of whom to ask', () => {
  let service: TestService;
  let mail: MailServer;
  let lisboa: number;
  let plain: number;
  let provider: number;
  let cut: number;
  let wash: number;
  let lastText = 0;

  beforeAll(async () => {
    mail = await MailServer.start();
    service = await startTestService({
      environment: {
        SMTP_URL: mail.url,
        MAIL_FROM: 'Berlin <no-reply@berlin.example>',
        BUSINESS_NAME: BUSINESS.name,
        BUSINESS_EMAIL: BUSINESS.email,
        BUSINESS_PHONE: BUSINESS.phone,
        BUSINESS_ADDRESS: ADDRESSES.business,
        NOTIFY_PROVIDERS: 'on',
        SMS: 'webhook',
      },
    });
    cut = await aService(service.admin, { cancelUntilMin: 600, policyText: 'Ten hours before.' });
    wash = await aService(service.admin, { name: 'Wash' });
    provider = await aProvider(service.admin);
    const place = async (members: object) =>
      (await service.admin.post('/locations', members)).body.data.id as number;
    plain = await place({ name: 'Here', address: 'Elsewhere 2' });
    const { name: senderName, ...contact } = LISBOA;
    const more = { language: 'pt', policyText: 'A porta fecha às oito.' };
    lisboa = await place({ name: 'There', address: ADDRESSES.lisboa, senderName, ...contact, ...more });
  });

  afterEach(async () => {
    service.clock.set(START);
    await deleteMessages(service);
    await service.query('delete from appointments');
    await service.query('delete from waitlist_entries');
    await service.query('delete from holds');
  });

  afterAll(async () => {
    await service.stop();
    await mail.stop();
  });

  const booking = (locationId: number, members: object = {}) =>
    aBooking(provider, cut, { locationId, phone: '+49 30 5550', ...members });
  const book = (locationId: number, members: object = {}) =>
    anAppointment(service.admin, provider, cut, { locationId, phone: '+49 30 5550', ...members });
  const patch = async (path: string, body: object) => {
    expect((await service.admin.patch(path, body)).status).toBe(200);
  };

  /** What all messages say that are queued. */
  const heard = async (): Promise<readonly Heard[]> => {
    mail.received.length = 0;
    while (await service.app.get(DeliveryService).deliverNext());
    const texts = await service.query<{ id: number; text: string }>(
      `select id, text from notifications where channel = 'sms' and id > ${lastText} order by id`,
    );
    lastText = texts.at(-1)?.id ?? lastText;
    return [...mail.received.map(({ source }) => heardIn(source)), ...texts.map(heardInText)];
  };

  const about = (kind: 'business' | 'lisboa') => {
    const { name, email, phone } = kind === 'business' ? BUSINESS : LISBOA;
    const isLisboa = kind === 'lisboa';
    return {
      language: isLisboa ? 'pt' : 'en',
      from: `${isLisboa ? name : 'Berlin'} <no-reply@berlin.example>`,
      replyTo: isLisboa ? email : undefined,
      signature: [name, ADDRESSES[kind], phone, email],
      organizer: `ORGANIZER;CN=${isLisboa ? name : 'Berlin'}:mailto:${isLisboa ? email : 'no-reply@berlin.example'}`,
    };
  };

  /** That every message says this. An offer and a message to a provider have no calendar entry. */
  const expectAll = (all: readonly Heard[], kind: 'business' | 'lisboa') => {
    const { organizer, ...rest } = about(kind);
    for (const { name, sms, said } of all) {
      const hasEntry = name !== 'offer' && !name.startsWith('provider-');
      const expected = sms
        ? { language: rest.language, signature: rest.signature.slice(0, 1) }
        : { ...rest, organizer: hasEntry ? organizer : undefined };
      expect([name, said]).toEqual([name, expected]);
    }
  };

  it.each(['business', 'lisboa'] as const)(
    'is that of the place, and of the business in what the place has not, in every kind: %s',
    async (kind) => {
      const place = kind === 'lisboa' ? lisboa : plain;
      const all: Heard[] = [];
      const after = async (act: () => Promise<unknown>) => {
        await act();
        all.push(...(await heard()));
      };
      await after(() => book(place, { status: 'pending', start: '09:00' }));
      const { id } = await book(place);
      await after(() => patch(`/appointments/${id}`, { start: '11:00' }));
      await after(() => patch(`/appointments/${id}`, { serviceId: wash }));
      await after(() =>
        service.app.get(Database).transaction(WORKER, (tx) =>
          service.app.get(CustomerMessages).queue(tx, {
            ...{ message: 'reschedule', subjects: [{ id }], how: 'zone rules' },
          }),
        ),
      );
      service.clock.set(`${MONDAY}T10:00:00Z`);
      await after(() => service.app.get(RemindersService).enqueueDue());
      await after(() => patch(`/appointments/${id}/status`, { status: 'completed' }));
      await after(() => service.admin.post(`/appointments/${id}/notify`, {}));
      service.clock.set(START);
      const { id: other } = await book(place, { start: '12:00' });
      await after(() => patch(`/appointments/${other}/status`, { status: 'cancelled' }));
      await after(() => anEntryOf(service, cut, { providerId: provider, locationId: place }));
      const names = new Set(all.filter(({ sms }) => !sms).map(({ name }) => name));
      expect([...names].toSorted()).toEqual([...MESSAGE_NAMES].toSorted());
      expectAll(all, kind);
    },
  );

  it('is what the first of several appointments says, and of a change to one what that one says', async () => {
    const { body } = await service.admin.post('/series', {
      ...booking(lisboa),
      rrule: 'FREQ=WEEKLY;COUNT=3',
    });
    const { id, appointments } = body.data;
    expectAll(await heard(), 'lisboa');
    await patch(`/appointments/${appointments[1].id}`, { locationId: plain });
    expectAll(await heard(), 'business');
    await patch(`/appointments/${appointments[1].id}`, { start: '11:00' });
    expectAll(await heard(), 'business');
    await patch(`/series/${id}`, { status: 'cancelled' });
    const [customer, ...providers] = (await heard()).filter(({ sms }) => !sms);
    expectAll([...(customer ? [customer] : []), ...providers], 'lisboa');
  });

  it('is where the appointment was, in a cancellation that moves it too', async () => {
    const { id } = await book(lisboa);
    await heard();
    await patch(`/appointments/${id}`, { locationId: plain, status: 'cancelled' });
    expectAll(await heard(), 'lisboa');
  });

  it('stands on the page and in the refusals of the link, with the policy of the service and then of the place', async () => {
    const { body } = await service.admin.post('/appointments', booking(lisboa));
    const path = `/manage/${tokenIn(body.data.manageUrl)}`;
    const business = { ...LISBOA, address: ADDRESSES.lisboa };
    const policyText = 'Ten hours before.\n\nA porta fecha às oito.';
    const { data } = (await service.anonymous.get(path)).body;
    expect([data.language, data.business, data.appointments[0].policyText]).toEqual([
      'pt',
      business,
      policyText,
    ]);
    service.clock.set(`${MONDAY}T09:00:00Z`);
    const refused = await service.anonymous.post(`${path}/cancel`);
    const { details } = refused.body.error;
    expect(details).toMatchObject({ reason: 'too_late', policyText, business, contact: LISBOA });
    const { text: page } = await open(service, pathOf(body.data.manageUrl));
    for (const text of [LISBOA.name, ADDRESSES.lisboa, LISBOA.phone, LISBOA.email, '<html lang="pt"'])
      expect(page).toContain(text);
    expect(page).not.toContain(BUSINESS.name);
  });

  it('is refused where it is no contact', async () => {
    for (const [member, value] of Object.entries({
      ...{ phone: 'call us', email: 'lisboa', senderName: '', language: 'ja', policyText: 7 },
    })) {
      const answer = await service.admin.patch(`/locations/${plain}`, { [member]: value });
      expect([answer.status, Object.keys(answer.body.error.details)]).toEqual([422, [member]]);
    }
  });
});

function heardIn(source: string): Heard {
  const { headers } = readMime(source);
  const text = partOf(readMime(source), 'text/plain').body.replaceAll('\r\n', '\n').trimEnd();
  const language = /<html lang="(\w+)"/.exec(partOf(readMime(source), 'text/html').body)?.[1];
  const { messages, closing } = language === 'pt' ? PT : EN;
  const isToProvider = (headers['to'] ?? '').startsWith('Provider');
  const titles = Object.entries(messages).flatMap(([name, forms]) =>
    name.startsWith('provider-') === isToProvider
      ? Object.values(forms).map(({ title }: { title: string }) => [title, name] as const)
      : [],
  );
  const name = titles.find(([title]) => headers['subject']?.startsWith(`${title}:`))?.[1] ?? '';
  const signature = text.slice(text.lastIndexOf(closing) + closing.length + 1).split('\n');
  const organizer = /ORGANIZER[^\r\n]*(\r\n [^\r\n]*)*/.exec(
    source.includes('text/calendar') ? partOf(readMime(source), 'text/calendar').body : '',
  )?.[0];
  const { from, 'reply-to': replyTo } = headers;
  const said = { language, from, replyTo, signature, organizer: organizer?.replaceAll(/\r\n |"/g, '') };
  return { name, sms: false, said };
}

function heardInText({ text }: { text: string }): Heard {
  const [signature = '', title = ''] = text.split(': ');
  const isIn = ({ messages }: typeof EN) =>
    Object.values(messages).some((forms) => Object.values(forms).some((form) => form.title === title));
  const language = isIn(PT) ? 'pt' : isIn(EN) ? 'en' : undefined;
  return { name: 'sms', sms: true, said: { language, signature: [signature] } };
}
