import { DeliveryService } from '../../src/telling/messages/delivery/delivery.service';
import { aBooking, aProvider, aService, MONDAY } from '../support/builders';
import type { ApiClient } from '../support/api-client';
import { eventsOf } from '../support/events';
import { aBrowserKey } from '../support/pages';
import { START } from '../support/settable-clock';
import { startTestService, type TestService } from '../support/test-service';
import { anEntryOf } from '../support/waiting';
import { open, pathOf } from '../web/manage-page/support/manage-pages';
import { tokenIn } from './manage/support/links';

const PENDING_MIN = 60;
const MIA = { name: 'Mia Keller', email: 'mia@example.com' };
const LAPSED = 'The new time was not confirmed in time, and the time before it is no longer kept.';

interface Shown {
  readonly id: number;
  readonly status: string;
  readonly expiresAt: string | null;
  readonly manageUrl: string;
}

describe('What comes from the web, where the service lets it wait,', () => {
  let service: TestService;
  let visitor: ApiClient;
  let provider: number;
  let waits: number;
  let endless: number;
  let plain: number;

  beforeAll(async () => {
    service = await startTestService();
    ({ visitor } = await aBrowserKey(service));
    provider = await aProvider(service.admin);
    const webStatus = 'pending';
    waits = await aService(service.admin, { webStatus, pendingMin: PENDING_MIN, confirmWhenPaid: true });
    endless = await aService(service.admin, { webStatus });
    plain = await aService(service.admin, { pendingMin: PENDING_MIN });
  });

  beforeEach(() => {
    service.clock.set(START);
    service.clock.advance(1_000);
  });

  afterEach(async () => {
    await service.query('delete from notifications');
    await service.query('delete from appointments');
    await service.query('delete from waitlist_entries');
    await service.query('delete from holds');
  });

  afterAll(() => service.stop());

  const end = () => new Date(service.clock.now() + PENDING_MIN * 60_000).toISOString().replace('.000', '');
  const made = async (by: ApiClient, path: string, body: object) => {
    const answer = await by.post(path, body);
    expect([answer.status, answer.body.error]).toEqual([201, undefined]);
    return answer.body.data as Shown & { readonly appointments: readonly Shown[] };
  };
  const book = (by: ApiClient, serviceId: number, members: object = {}) =>
    made(by, '/appointments', aBooking(provider, serviceId, members));
  const read = async ({ id }: Pick<Shown, 'id'>) =>
    (await service.admin.get(`/appointments/${id}`)).body.data as Shown;
  const byLink = async ({ manageUrl }: Shown, action: string, body: object = {}) => {
    const answer = await service.anonymous.post(`/manage/${tokenIn(manageUrl)}/${action}`, body);
    expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  };
  const page = async ({ manageUrl }: Shown, query = '') =>
    (await open(service, `${pathOf(manageUrl)}${query}`)).text;
  const said = async () => {
    while (await service.app.get(DeliveryService).deliverNext());
    const rows = await service.query<{ event: string; said: string }>(
      'select event, said from notifications order by id',
    );
    return rows.map((row) => [row.event, row.said] as const);
  };

  it('is pending for the time of the service, and says so; what staff book is confirmed', async () => {
    const pending = { status: 'pending', expiresAt: end() };
    expect(await book(visitor, waits)).toMatchObject(pending);
    expect(await book(visitor, endless, { start: '11:00' })).toMatchObject({
      status: 'pending',
      expiresAt: null,
    });
    const confirmed = { status: 'confirmed', expiresAt: null };
    expect(await book(visitor, plain, { start: '12:00' })).toMatchObject(confirmed);
    expect(await book(service.admin, waits, { start: '13:00' })).toMatchObject(confirmed);
    const time = { providerId: provider, serviceId: waits, date: MONDAY, start: '14:00' };
    const { body } = await visitor.post('/holds', time);
    expect(await made(visitor, '/appointments', { ...MIA, holdId: body.data.id })).toMatchObject(pending);
    const series = await made(
      visitor,
      '/series',
      aBooking(provider, waits, { start: '15:00', rrule: 'FREQ=DAILY;COUNT=2' }),
    );
    expect(series.appointments).toMatchObject([pending, pending]);
  });

  it('waits as a whole visit where one of its services does, and ends as a whole with one message', async () => {
    const items = [{ serviceId: plain }, { serviceId: waits }, { serviceId: endless }];
    const visit = await made(visitor, '/visits', { ...MIA, items, date: MONDAY, start: '09:00' });
    const pending = { status: 'pending', expiresAt: end() };
    expect(visit.appointments).toMatchObject([pending, pending, pending]);
    service.clock.set(end());
    for (const each of visit.appointments) expect(await read(each)).toMatchObject({ status: 'cancelled' });
    expect((await said()).map(([event]) => event)).toEqual(['confirmation', 'cancellation']);
  });

  it('is confirmed by staff and by a payment, and told when it is declined', async () => {
    const paid = await book(visitor, waits);
    await service.admin.patch(`/appointments/${paid.id}/payment-status`, { payment_status: 'paid' });
    const confirmed = await book(visitor, waits, { start: '11:00' });
    await service.admin.patch(`/appointments/${confirmed.id}/status`, { status: 'confirmed' });
    for (const each of [paid, confirmed])
      expect(await read(each)).toMatchObject({ status: 'confirmed', expiresAt: null });
    const declined = await book(visitor, waits, { start: '12:00' });
    await service.admin.patch(`/appointments/${declined.id}/status`, { status: 'cancelled' });
    const all = ['confirmation', 'confirmation'];
    expect((await said()).map(([event]) => event)).toEqual([...all, ...all, 'confirmation', 'cancellation']);
  });

  it('shows on its page until when it waits, and what happens next', async () => {
    const shown = await book(visitor, waits);
    const text = await page(shown);
    expect(text).toContain('Awaiting confirmation');
    expect(text).toContain('is kept for you until Friday, 20 November 2026, 09:00');
    expect(await page(await book(visitor, endless, { start: '11:00' }))).toContain(
      'This is yet to be confirmed. We will write to you as soon as it is.',
    );
  });

  it('is pending again when a link moves it, is told as moved, and gives the old time up', async () => {
    const booked = await book(service.admin, waits);
    await byLink(booked, 'move', { date: MONDAY, start: '10:00' });
    expect(await read(booked)).toMatchObject({ status: 'confirmed' });
    const events = await eventsOf(service, () => byLink(booked, 'move', { date: MONDAY, start: '14:00' }));
    expect(await read(booked)).toMatchObject({ status: 'pending', expiresAt: end() });
    expect(await page(booked, '?done=moved')).toContain('Your request has reached us.');
    const previous = { status: 'confirmed', start: `${MONDAY}T10:00:00Z` };
    expect(events).toMatchObject([{ type: 'appointment.moved', data: { status: 'pending' }, previous }]);
    await book(service.admin, plain);
    service.clock.set(end());
    expect(await read(booked)).toMatchObject({ status: 'cancelled', cancelledBy: 'expired' });
    const messages = await said();
    expect(messages.find(([each]) => each === 'reschedule')?.[1]).toContain('yet to be confirmed');
    expect(messages.find(([each]) => each === 'cancellation')?.[1]).toContain(LAPSED);
  });

  it('that ends without a move says nothing of another time', async () => {
    await book(visitor, waits);
    service.clock.set(end());
    await service.admin.get('/appointments');
    const [, cancellation] = await said();
    expect(cancellation?.[0]).toBe('cancellation');
    expect(cancellation?.[1]).not.toContain(LAPSED);
  });

  it('is pending when a link moves a visit or accepts an offer, but not when staff do', async () => {
    const items = [{ serviceId: plain }, { serviceId: waits }];
    const visit = await made(service.admin, '/visits', { ...MIA, items, date: MONDAY, start: '09:00' });
    await byLink(visit, 'move', { date: MONDAY, start: '13:00' });
    const pending = { status: 'pending', expiresAt: end() };
    for (const each of visit.appointments) expect(await read(each)).toMatchObject(pending);
    const entry = await anEntryOf(service, waits, { ...MIA, providerId: provider, timeFrom: '15:00' });
    const { manageUrl } = (await service.admin.get(`/waitlist/${entry.id}`)).body.data as Shown;
    await byLink({ manageUrl } as Shown, 'accept');
    const { appointmentId: id } = (await service.admin.get(`/waitlist/${entry.id}`)).body.data;
    expect(await read({ id })).toMatchObject(pending);
    expect(await page({ manageUrl } as Shown, '?done=accepted')).toContain('Your request has reached us.');
    const other = await anEntryOf(service, waits, { providerId: provider, timeFrom: '16:00' });
    const { body } = await service.admin.post(`/waitlist/${other.id}/accept`);
    expect(body.data).toMatchObject({ status: 'confirmed' });
  });
});
