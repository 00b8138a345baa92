import { operationsOf } from '../../../src/platform/openapi/operations';
import type { Hidden } from '../../../src/platform/restrictions';
import type { Answer, ApiClient } from '../../support/api-client';
import { aBooking, aProvider, aService, MONDAY } from '../../support/builders';
import { numberEvents } from '../../support/events';
import { hidingKeys } from '../../support/hiding-key';
import { builtDocument } from '../../support/openapi/built-document';
import { startTestService, type TestService } from '../../support/test-service';
import { VOUCHERS } from '../../support/token-issuer';
import { tokenIn } from '../../booking/manage/support/links';
import { MATRIX } from './roles-matrix';

/** No record has this id. */
const UNUSED_ID = '2147483647';
const TUESDAY = '2026-11-24';

const SECRETS: Readonly<Record<Hidden, readonly string[]>> = {
  payments: ['987.65', '876.54', '765.43', '654.32'],
  contacts: [
    'hidden.person@secret.example',
    '+15550009999',
    '77 Hidden Lane',
    'Told in confidence',
    '+15550008888',
    '+15550007777',
  ],
};
const GROUPS = Object.keys(SECRETS) as Hidden[];

type HiddenNames = Readonly<Partial<Record<Hidden, readonly string[]>>>;
/** What the document says of an operation. */
type Declared = 'refused' | HiddenNames;

/** Operations whose body has nothing but what the key hides. */
const REFUSED_BODIES = new Set(['PATCH /appointments/{id}/payment-status']);

interface Ids {
  readonly service: number;
  readonly provider: number;
  readonly customer: number;
  readonly appointment: number;
  readonly series: number;
  readonly visit: number;
  readonly waitlist: number;
  readonly hold: string;
  /** Of the link of an appointment that is still to come. */
  readonly token: string;
}

describe.each(VOUCHERS)('A %s that hides payments and contacts', (voucher) => {
  let service: TestService;
  let hiding: ApiClient;
  let ofGroup: Readonly<Record<Hidden, ApiClient>>;
  let ids: Ids;
  let declared: ReadonlyMap<string, Declared>;
  let minutes = 0;

  beforeAll(async () => {
    service = await startTestService({ voucher });
    const keyWith = hidingKeys(service);
    hiding = await keyWith(GROUPS);
    ofGroup = { payments: await keyWith(['payments']), contacts: await keyWith(['contacts']) };
    declared = new Map(
      operationsOf(builtDocument(service.app)).map(({ method, path, operation }) => [
        `${method} ${path}`,
        (operation as { 'x-hidden'?: Declared })['x-hidden'] ?? 'refused',
      ]),
    );
    ids = await aBusiness();
  });

  afterAll(() => service.stop());

  async function aBusiness(): Promise<Ids> {
    const { admin } = service;
    const made = async (path: string, body: object) => {
      const answer = await admin.post(path, body);
      expect([path, answer.status]).toEqual([path, 201]);
      return answer.body.data;
    };
    const provider = await aProvider(admin, { slug: 'stylist' });
    const priced = await aService(admin, {
      price: 987.65,
      terms: [{ providerId: provider, price: 876.54 }],
      durationOptions: [{ durationMin: 60, price: 765.43 }],
    });
    const customer = await made('/customers', {
      ...{ firstName: 'Mia', lastName: 'Keller', email: 'hidden.person@secret.example' },
      ...{ phone: '+15550009999', address: '77 Hidden Lane', notes: 'Told in confidence' },
    });
    const where = { providerId: provider, serviceId: priced, customerId: customer.id };
    const guest = { name: 'Ida Keller', phone: '+15550008888' };
    const booked = { ...where, ...guest, date: MONDAY, price: 654.32 };
    const { id: appointment } = await made('/appointments', { ...booked, start: '09:00' });
    await admin.patch(`/appointments/${appointment}/payment-status`, { payment_status: 'paid' });
    await admin.patch(`/appointments/${appointment}/status`, { status: 'completed' });
    await admin.patch(`/services/${priced}`, { description: 'With care' });
    await admin.post(`/appointments/${appointment}/notify`, { event: 'reminder' });
    const rule = { start: '09:30', rrule: 'FREQ=WEEKLY;COUNT=2' };
    const { id: series, appointments } = await made('/series', { ...booked, ...rule });
    const { id: visit } = await made('/visits', {
      ...{ customerId: customer.id, ...guest, date: MONDAY, start: '10:30' },
      items: [{ serviceId: priced, providerId: provider }],
    });
    const held = await made('/holds', {
      providerId: provider,
      serviceId: priced,
      date: MONDAY,
      start: '11:30',
    });
    const ids = { service: priced, provider, customer: customer.id, appointment, series, visit, waitlist: 0 };
    const whole = { ...ids, hold: held.id, token: tokenIn(appointments[0].manageUrl as string) };
    const waitlist = await anEntry(whole);
    await numberEvents(service);
    return { ...whole, waitlist };
  }

  /** An entry of the waitlist to which a time is offered at once. */
  async function anEntry({ service: serviceId, customer: customerId }: Ids): Promise<number> {
    const entry = { serviceId, customerId, phone: '+15550007777', from: TUESDAY, to: TUESDAY };
    const { status, body } = await service.admin.post('/waitlist', entry);
    expect([status, body.data?.status]).toEqual([201, 'offered']);
    return body.data.id as number;
  }

  /** A free start on a date of its own. */
  const aStart = () => {
    minutes += 30;
    const [hour, minute] = [9 + Math.floor(minutes / 60), minutes % 60];
    return {
      date: '2026-12-01',
      start: `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`,
    };
  };

  const GUEST = { name: 'Zoe Ek', email: 'zoe@example.com', phone: '+4930555' };

  /** For each operation that hides something and is no GET: a request that succeeds. */
  const WRITES: Readonly<Record<string, () => Promise<[path: string, body?: object]>>> = {
    'POST /appointments': () => {
      const { provider, service: serviceId } = ids;
      return Promise.resolve(['/appointments', aBooking(provider, serviceId, { ...GUEST, ...aStart() })]);
    },
    'PATCH /appointments/{id}': () =>
      Promise.resolve([`/appointments/${ids.appointment}`, { notes: 'Rings first' }]),
    'PATCH /appointments/{id}/status': () =>
      Promise.resolve([`/appointments/${ids.appointment}/status`, { status: 'confirmed' }]),
    'PATCH /appointments/{id}/notes': () =>
      Promise.resolve([`/appointments/${ids.appointment}/notes`, { notes: 'Comes early' }]),
    'POST /appointments/check-availability': () =>
      Promise.resolve(['/appointments/check-availability', taken()]),
    'POST /availability/check': () => Promise.resolve(['/availability/check', taken()]),
    'POST /availability/search': () =>
      Promise.resolve([
        '/availability/search',
        { items: [{ serviceId: ids.service }], from: MONDAY, to: MONDAY },
      ]),
    'POST /series': () => {
      const { provider, service: serviceId } = ids;
      const where = { providerId: provider, serviceId };
      return Promise.resolve(['/series', { ...GUEST, ...where, ...aStart(), rrule: 'FREQ=DAILY;COUNT=1' }]);
    },
    'PATCH /series/{id}': () => Promise.resolve([`/series/${ids.series}`, { notes: 'Rings first' }]),
    'POST /visits': () =>
      Promise.resolve(['/visits', { ...GUEST, ...aStart(), items: [{ serviceId: ids.service }] }]),
    'PATCH /visits/{id}': () => Promise.resolve([`/visits/${ids.visit}`, { status: 'cancelled' }]),
    'POST /waitlist': () =>
      Promise.resolve([
        '/waitlist',
        { customerId: ids.customer, serviceId: ids.service, from: TUESDAY, to: TUESDAY },
      ]),
    'POST /appointments/{id}/rotate-link': () =>
      Promise.resolve([`/appointments/${ids.appointment}/rotate-link`]),
    'POST /series/{id}/rotate-link': () => Promise.resolve([`/series/${ids.series}/rotate-link`]),
    'POST /visits/{id}/rotate-link': () => Promise.resolve([`/visits/${ids.visit}/rotate-link`]),
    'POST /waitlist/{id}/rotate-link': () => Promise.resolve([`/waitlist/${ids.waitlist}/rotate-link`]),
    'DELETE /waitlist/{id}': async () => [`/waitlist/${await anEntry(ids)}`],
    'POST /waitlist/{id}/accept': async () => [`/waitlist/${await anEntry(ids)}/accept`],
    'POST /waitlist/{id}/decline': async () => [`/waitlist/${await anEntry(ids)}/decline`],
    'POST /services': () => Promise.resolve(['/services', { name: 'Colour', durationMin: 45 }]),
    'PUT /services/{id}': () =>
      Promise.resolve([`/services/${ids.service}`, { name: 'Cut', durationMin: 30 }]),
    'PATCH /services/{id}': () => Promise.resolve([`/services/${ids.service}`, { name: 'Haircut' }]),
    'POST /customers': () => Promise.resolve(['/customers', { firstName: 'Ida' }]),
    'PUT /customers/{id}': () => Promise.resolve([`/customers/${ids.customer}`, { firstName: 'Mia' }]),
    'PATCH /customers/{id}': () => Promise.resolve([`/customers/${ids.customer}`, { lastName: 'Ek' }]),
  };

  /** What a GET needs to answer with something. */
  const QUERIES: Readonly<Record<string, () => string>> = {
    '/appointments': () => '?include=customer,service,provider,location',
    '/appointments/{id}': () => '?include=customer,service,provider,location',
    '/availability/slots': () => `?${ofBoth()}&date=${MONDAY}`,
    '/availability/calendar': () => `?${ofBoth()}&from=${MONDAY}&to=${MONDAY}`,
    '/availability/summary': () => `?${ofBoth()}&from=${MONDAY}&to=${MONDAY}`,
    '/manage/{token}/slots': () => `?from=${MONDAY}&to=${MONDAY}`,
    '/availability/next-available': () => `?${ofBoth()}`,
    '/providers/{id}/appointments': () => `?month=${MONDAY.slice(0, 7)}`,
    '/audit': () => '?length=100',
    '/events': () => '?length=100',
    '/sessions': () => `?from=${MONDAY}&to=${MONDAY}`,
    '/reports/utilisation': () => `?from=${MONDAY}&to=${MONDAY}`,
  };

  const ofBoth = () => `serviceId=${ids.service}&providerId=${ids.provider}`;
  const taken = () => ({ providerId: ids.provider, serviceId: ids.service, date: MONDAY, start: '09:00' });

  /** The path of a GET to what there is. */
  function readPath(path: string): string {
    const [segment = ''] = path.split('/').filter((each) => each !== '');
    const idOf: Readonly<Record<string, number | string>> = {
      services: ids.service,
      providers: ids.provider,
      customers: ids.customer,
      appointments: ids.appointment,
      series: ids.series,
      visits: ids.visit,
      waitlist: ids.waitlist,
      holds: ids.hold,
    };
    const filled = path.replace('{id}', String(idOf[segment] ?? 1)).replace('{slug}', 'stylist');
    return filled.replace('{token}', ids.token).replaceAll(/\{\w+\}/g, '1') + (QUERIES[path]?.() ?? '');
  }

  const found = (value: unknown, groups: readonly Hidden[]) => {
    const text = JSON.stringify([value]);
    return groups.flatMap((group) => SECRETS[group].filter((secret) => text.includes(secret)));
  };

  /** What is wrong with an answer to the key that hides both. @param isToSucceed whether the answer would prove nothing otherwise */
  function faultsOf({ status, body }: Answer, hidden: Declared, isToSucceed: boolean): string[] {
    const faults = found(body, GROUPS).map((secret) => `shows ${secret}`);
    if (hidden === 'refused')
      return status === 403 && body.error.details.hidden === 'payments,contacts'
        ? faults
        : ['is not refused'];
    if (isToSucceed && status >= 300) faults.push(`answers ${status}`);
    const shown = valuesOf(body?.data, hidden.payments ?? []).filter((value) => value !== null);
    return [...faults, ...shown.map((value) => `shows ${JSON.stringify(value)}`)];
  }

  /** What is wrong with what keys see that hide one group: the same answer to the administrator must hold something of it. */
  async function faultsOfGroups(path: string, hidden: Declared): Promise<string[]> {
    const groups = GROUPS.filter((group) => hidden !== 'refused' && hidden[group] !== undefined);
    const faults = groups.map(async (group) => {
      const [one, whole] = [await ofGroup[group].get(path), await service.admin.get(path)];
      const shown = found(one.body, [group]).map((secret) => `shows ${secret}`);
      return found(whole.body, [group]).length > 0 ? shown : [...shown, `proves nothing of ${group}`];
    });
    return (await Promise.all(faults)).flat();
  }

  it.each(MATRIX.filter(([method, path]) => method === 'GET' && path !== '/events/stream'))(
    'finds nothing of it in the answer to %s %s',
    async (method, path) => {
      const hidden = declared.get(`${method} ${path}`) ?? 'refused';
      const asked = readPath(path);
      const answer = await hiding.get(asked);
      const faults = faultsOf(answer, hidden, Object.keys(hidden).length > 0);
      expect([...faults, ...(await faultsOfGroups(asked, hidden))]).toEqual([]);
    },
  );

  it.each(MATRIX.filter(([method]) => method !== 'GET'))(
    'finds nothing of it in the answer to %s %s',
    async (method, path) => {
      const operation = `${method} ${path}`;
      const hidden = declared.get(operation) ?? 'refused';
      const isToSucceed =
        hidden !== 'refused' && Object.keys(hidden).length > 0 && !REFUSED_BODIES.has(operation);
      const succeeding = WRITES[operation];
      expect(succeeding !== undefined).toBe(isToSucceed);
      const [asked, sent] = (await succeeding?.()) ?? [path.replaceAll(/\{\w+\}/g, UNUSED_ID)];
      const takesBody = ['POST', 'PUT', 'PATCH'].includes(method);
      const answer = await hiding.send(method, asked, takesBody ? { body: sent ?? {} } : {});
      expect(faultsOf(answer, hidden, isToSucceed)).toEqual([]);
    },
  );
});

/** The values of the members with some names, at any depth. */
function valuesOf(value: unknown, names: readonly string[]): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Object.entries(value).filter(([name]) => !Array.isArray(value) && names.includes(name));
  const inner = Object.values(value as Record<string, unknown>).flatMap((each) => valuesOf(each, names));
  return [...own.map(([, each]) => each as unknown), ...inner];
}
