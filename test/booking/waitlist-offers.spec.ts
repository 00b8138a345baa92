import { HoldSweep } from '../../src/booking/holds/hold-sweep';
import { EVERYTHING } from '../../src/booking/waitlist/offers/freed-time';
import { FreedTimeWatch } from '../../src/booking/waitlist/offers/freed-time-watch';
import { WaitlistWorker } from '../../src/booking/waitlist/offers/waitlist-worker';
import { aBooking, anAppointment, aProvider, aService, MONDAY } from '../support/builders';
import { START } from '../support/settable-clock';
import { startTestService, type TestService } from '../support/test-service';
import { anEntryOf, entriesNow, type Entry, makeOffers, statusesNow } from '../support/waiting';

const AT_TEN = { day: 'monday', start: '10:00', end: '10:30' };
const UNTIL_NOON = { ...AT_TEN, end: '12:00' };
/** A provider with one half-hour slot on MONDAY. */
const ONE_SLOT = { schedule: [AT_TEN] };

interface Scene {
  readonly providerId: number;
  readonly serviceId: number;
  readonly appointmentId: number;
}

describe('The waitlist', () => {
  let service: TestService;
  let scene: Scene;

  beforeAll(async () => {
    service = await startTestService();
  });

  beforeEach(async () => {
    service.clock.set(START);
    const providerId = await aProvider(service.admin, ONE_SLOT);
    const serviceId = await aService(service.admin, { providerIds: [providerId] });
    const { id } = await anAppointment(service.admin, providerId, serviceId);
    scene = { providerId, serviceId, appointmentId: id };
  });

  afterEach(async () => {
    await service.query('delete from waitlist_entries');
    await service.query('delete from holds');
    await service.query('delete from closures');
    await service.query('delete from special_hours');
  });

  afterAll(() => service.stop());

  const add = (members: object = {}) => anEntryOf(service, scene.serviceId, members);
  const cancel = () => service.admin.patch(`/appointments/${scene.appointmentId}`, { status: 'cancelled' });
  const offersOf = async (entries: readonly Entry[]) =>
    (await entriesNow(service, entries)).map(({ offer }) => offer?.start.slice(11, 16) ?? null);

  /** Each frees a time, after what it needs was prepared. */
  const changes: Readonly<Record<string, (scene: Scene) => Promise<() => Promise<unknown>>>> = {
    'an appointment is cancelled': async ({ appointmentId: id }) =>
      Promise.resolve(() => service.admin.patch(`/appointments/${id}`, { status: 'cancelled' })),
    'a customer does not come': async ({ appointmentId: id }) =>
      Promise.resolve(() => service.admin.patch(`/appointments/${id}/status`, { status: 'no-show' })),
    'an appointment is moved': async ({ appointmentId: id }) =>
      Promise.resolve(() =>
        service.admin.patch(`/appointments/${id}`, { date: '2026-11-25', ignoreSchedule: true }),
      ),
    'an appointment is deleted': async ({ appointmentId: id }) =>
      Promise.resolve(() => service.admin.delete(`/appointments/${id}`)),
    'an appointment gets another provider': async ({ appointmentId: id, serviceId, providerId }) => {
      const other = await aProvider(service.admin);
      await service.admin.patch(`/services/${serviceId}`, { providerIds: [providerId, other] });
      await service.admin.put(`/providers/${other}/special-hours/${MONDAY}`, { hours: [] });
      return () => service.admin.patch(`/appointments/${id}`, { providerId: other, ignoreSchedule: true });
    },
    'an appointment is deleted past the service': async ({ appointmentId: id }) =>
      Promise.resolve(() => service.query('delete from appointments where id = $1', [id])),
    'a hold is released': async ({ providerId, serviceId }) => {
      await cancel();
      const time = { providerId, serviceId, date: MONDAY, start: '10:00' };
      const { body } = await service.admin.post('/holds', time);
      return () => service.admin.delete(`/holds/${body.data.id}`);
    },
    'a hold expires, without any job': async ({ providerId, serviceId }) => {
      await cancel();
      await service.admin.post('/holds', { providerId, serviceId, date: MONDAY, start: '10:00', ttlSec: 60 });
      return () => {
        service.clock.advance(60_000);
        return Promise.resolve();
      };
    },
    'a hold expires, and is swept before the worker looks': async ({ providerId, serviceId }) => {
      await cancel();
      await service.admin.post('/holds', { providerId, serviceId, date: MONDAY, start: '10:00', ttlSec: 60 });
      return () => {
        service.clock.advance(60_000);
        return service.app.get(HoldSweep).run();
      };
    },
    'the schedule of a provider is widened': async ({ providerId: id }) =>
      Promise.resolve(() => service.admin.patch(`/providers/${id}`, { schedule: [UNTIL_NOON] })),
    'a provider gets special hours': async ({ providerId: id }) =>
      Promise.resolve(() =>
        service.admin.put(`/providers/${id}/special-hours/${MONDAY}`, {
          hours: [{ start: '10:00', end: '12:00' }],
        }),
      ),
    'special hours of a provider are deleted': async ({ providerId: id }) => {
      await cancel();
      await service.admin.put(`/providers/${id}/special-hours/${MONDAY}`, { hours: [] });
      return () => service.admin.delete(`/providers/${id}/special-hours/${MONDAY}`);
    },
    'special hours of the business are deleted': async () => {
      await cancel();
      await service.admin.put(`/special-hours/${MONDAY}`, { hours: [] });
      return () => service.admin.delete(`/special-hours/${MONDAY}`);
    },
    'a closure is deleted': async () => {
      await cancel();
      const { body } = await service.admin.post('/closures', { start: MONDAY, end: MONDAY });
      return () => service.admin.delete(`/closures/${body.data.id}`);
    },
    'time off is deleted': async ({ providerId: id }) => {
      await cancel();
      const path = `/providers/${id}/time-off`;
      const { body } = await service.admin.post(path, { start: MONDAY, end: MONDAY });
      return () => service.admin.delete(`${path}/${body.data.id}`);
    },
    'a service becomes shorter': async ({ providerId: id, serviceId }) => {
      await service.admin.patch(`/providers/${id}`, { schedule: [{ ...AT_TEN, end: '10:50' }] });
      return () => service.admin.patch(`/services/${serviceId}`, { durationMin: 10 });
    },
    'a service needs less notice': async ({ serviceId }) => {
      await cancel();
      await service.admin.patch(`/services/${serviceId}`, { minNoticeMin: 10_000 });
      return () => service.admin.patch(`/services/${serviceId}`, { minNoticeMin: 0 });
    },
    'a service can be booked further ahead': async ({ serviceId }) => {
      await cancel();
      await service.admin.patch(`/services/${serviceId}`, { maxAdvanceDays: 1 });
      return () => service.admin.patch(`/services/${serviceId}`, { maxAdvanceDays: 30 });
    },
    'a service gets more seats': async ({ serviceId }) =>
      Promise.resolve(() => service.admin.patch(`/services/${serviceId}`, { capacity: 2 })),
    'a service is activated': async ({ serviceId }) => {
      await cancel();
      await service.admin.patch(`/services/${serviceId}`, { active: false });
      return () => service.admin.patch(`/services/${serviceId}`, { active: true });
    },
    'a provider is activated': async ({ providerId: id }) => {
      await cancel();
      await service.admin.delete(`/providers/${id}`);
      return () => service.admin.patch(`/providers/${id}`, { active: true });
    },
    'another provider offers the service': async ({ serviceId, providerId }) => {
      const other = await aProvider(service.admin, ONE_SLOT);
      return () => service.admin.patch(`/services/${serviceId}`, { providerIds: [providerId, other] });
    },
    'a provider names the service': async ({ serviceId }) => {
      const other = await aProvider(service.admin, ONE_SLOT);
      return () => service.admin.patch(`/providers/${other}`, { serviceIds: [serviceId] });
    },
    'a resource is added': async ({ serviceId }) => {
      await cancel();
      await service.admin.patch(`/services/${serviceId}`, { resources: [{ kind: 'sauna', quantity: 1 }] });
      return () => service.admin.post('/resources', { name: 'Sauna', kind: 'sauna' });
    },
    'the room is freed that another provider used': async ({ serviceId, providerId }) => {
      await cancel();
      await service.admin.post('/resources', { name: 'Pool', kind: 'pool' });
      await service.admin.patch(`/services/${serviceId}`, { resources: [{ kind: 'pool', quantity: 1 }] });
      const other = await aProvider(service.admin, ONE_SLOT);
      await service.admin.patch(`/services/${serviceId}`, { providerIds: [other] });
      const { id } = await anAppointment(service.admin, other, serviceId);
      await service.admin.patch(`/services/${serviceId}`, { providerIds: [providerId] });
      return () => service.admin.delete(`/appointments/${id}`);
    },
    'the business opens earlier': async ({ providerId: id }) => {
      await service.admin.put('/business-hours', { workStart: '10:00', workEnd: '17:00' });
      await service.admin.patch(`/providers/${id}`, { schedule: [{ ...AT_TEN, start: '09:30' }] });
      return () => service.admin.put('/business-hours', { workStart: '09:00', workEnd: '17:00' });
    },
  };

  it.each(Object.entries(changes))('offers time when %s', async (_what, prepare) => {
    const change = await prepare(scene);
    const entry = await add();
    await makeOffers(service);
    expect(await statusesNow(service, [entry])).toEqual(['waiting']);
    await change();
    await service.app.get(WaitlistWorker).run();
    expect(await statusesNow(service, [entry])).toEqual(['offered']);
  });

  it('offers time that comes within the horizon when the worker looks at everything', async () => {
    await cancel();
    await service.admin.patch(`/services/${scene.serviceId}`, { maxAdvanceDays: 2 });
    const entry = await add();
    await makeOffers(service);
    service.clock.set('2026-11-21T00:00:00Z');
    await makeOffers(service);
    expect(await statusesNow(service, [entry])).toEqual(['waiting']);
    service.app.get(WaitlistWorker).lookAtEverything();
    await makeOffers(service);
    expect(await statusesNow(service, [entry])).toEqual(['offered']);
  });

  it('offers nothing when the worker looks again and nothing was freed', async () => {
    const entry = await add();
    await makeOffers(service);
    await makeOffers(service);
    expect(await statusesNow(service, [entry])).toEqual(['waiting']);
  });

  it('offers a freed time to the entry that waits longest', async () => {
    const entries = [await add(), await add(), await add()];
    await cancel();
    await makeOffers(service);
    expect(await statusesNow(service, entries)).toEqual(['offered', 'waiting', 'waiting']);
  });

  it('offers a freed time across services to the entry that waits longest', async () => {
    const { providerId } = scene;
    const otherService = await aService(service.admin, { durationMin: 15, providerIds: [providerId] });
    const [first, second] = [await anEntryOf(service, otherService), await add()];
    await cancel();
    await makeOffers(service);
    expect(await statusesNow(service, [first, second])).toEqual(['offered', 'waiting']);
  });

  it('passes over entries that a freed time does not fit', async () => {
    const { providerId } = scene;
    const passedOver = [
      await add({ timeFrom: '10:01' }),
      await add({ timeTo: '10:29' }),
      await add({ weekdays: ['tuesday', 'sunday'] }),
      await add({ from: '2026-11-24', to: '2026-11-29' }),
      await add({ providerId: await aProvider(service.admin) }),
    ];
    const fitting = await add({ providerId, timeFrom: '10:00', timeTo: '10:30', weekdays: ['monday'] });
    await cancel();
    await makeOffers(service);
    expect(await statusesNow(service, [...passedOver, fitting])).toEqual([
      ...Array<string>(5).fill('waiting'),
      'offered',
    ]);
  });

  it('offers a declined time to the next in line, and never again to the one who declined', async () => {
    const entries = [await add(), await add()];
    const decline = (nth: number) => service.admin.post(`/waitlist/${entries[nth]?.id}/decline`);
    await cancel();
    await makeOffers(service);
    await decline(0);
    await makeOffers(service);
    expect(await statusesNow(service, entries)).toEqual(['waiting', 'offered']);
    await decline(1);
    await makeOffers(service);
    expect(await statusesNow(service, entries)).toEqual(['waiting', 'waiting']);
    service.app.get(WaitlistWorker).lookAtEverything();
    await makeOffers(service);
    expect(await statusesNow(service, entries)).toEqual(['waiting', 'waiting']);
  });

  it('offers a time to the next in line at the moment when the offer before expires', async () => {
    const entries = [await add(), await add(), await add()];
    await cancel();
    await makeOffers(service);
    service.clock.advance(30 * 60_000 - 1);
    await makeOffers(service);
    expect(await statusesNow(service, entries)).toEqual(['offered', 'waiting', 'waiting']);
    service.clock.advance(1);
    await makeOffers(service);
    expect(await statusesNow(service, entries)).toEqual(['waiting', 'offered', 'waiting']);
    await service.admin.delete(`/waitlist/${entries[1]?.id}`);
    await makeOffers(service);
    expect(await statusesNow(service, entries)).toEqual(['waiting', 'withdrawn', 'offered']);
  });

  it('offers an entry that has declined one time the next one that fits', async () => {
    const { providerId } = scene;
    await service.admin.patch(`/providers/${providerId}`, { schedule: [{ ...AT_TEN, end: '11:00' }] });
    const entry = await add();
    expect(entry.offer?.start).toBe(`${MONDAY}T10:30:00Z`);
    await service.admin.post(`/waitlist/${entry.id}/decline`);
    await cancel();
    await makeOffers(service);
    expect(await offersOf([entry])).toEqual(['10:00']);
  });

  it('makes each entry one offer when several times are freed at once', async () => {
    const entries = [await add(), await add(), await add(), await add()];
    await service.admin.patch(`/providers/${scene.providerId}`, { schedule: [UNTIL_NOON] });
    await makeOffers(service);
    expect(await offersOf(entries)).toEqual(['10:30', '11:00', '11:30', null]);
  });

  it('offers the seats of a group session to as many as there are seats', async () => {
    const { providerId } = scene;
    const yoga = await aService(service.admin, { capacity: 3, providerIds: [providerId] });
    const entries = [
      await anEntryOf(service, yoga, { seats: 2 }),
      await anEntryOf(service, yoga, { seats: 2 }),
      await anEntryOf(service, yoga, { seats: 1 }),
    ];
    await cancel();
    await makeOffers(service);
    expect(await statusesNow(service, entries)).toEqual(['offered', 'waiting', 'offered']);
    const accepted = await service.admin.post(`/waitlist/${entries[0]?.id}/accept`);
    expect(accepted.body.data).toMatchObject({ seats: 2 });
  });

  it('offers an entry nothing when the capacity of its service has fallen below its seats', async () => {
    const yoga = await aService(service.admin, { capacity: 2, providerIds: [scene.providerId] });
    const entry = await anEntryOf(service, yoga, { seats: 2 });
    await service.admin.patch(`/services/${yoga}`, { capacity: 1 });
    await cancel();
    await makeOffers(service);
    expect(await statusesNow(service, [entry])).toEqual(['waiting']);
  });

  it('leaves the entries of a deleted service waiting, and refuses an offer that was made before', async () => {
    const waiting = await add();
    await cancel();
    await makeOffers(service);
    const next = await add();
    await service.admin.delete(`/services/${scene.serviceId}`);
    const { status, body } = await service.admin.post(`/waitlist/${waiting.id}/accept`);
    expect([status, body.error.details.reason]).toEqual([422, 'service_unavailable']);
    await makeOffers(service);
    expect(await statusesNow(service, [waiting, next])).toEqual(['offered', 'waiting']);
  });

  it('keeps an offered time from every other booking', async () => {
    await add();
    await cancel();
    await makeOffers(service);
    const { status, body } = await service.admin.post(
      '/appointments',
      aBooking(scene.providerId, scene.serviceId),
    );
    expect([status, body.error.details.reason]).toEqual([422, 'slot_taken']);
  });

  it('writes down what the clock has decided', async () => {
    const [offered, late] = [await add(), await add()];
    await cancel();
    await makeOffers(service);
    service.clock.set('2026-11-24T00:00:00Z');
    service.app.get(WaitlistWorker).lookAtEverything();
    await makeOffers(service);
    const stored = await service.query('select id, status from waitlist_entries order by id');
    expect(stored).toEqual([
      { id: offered.id, status: 'expired' },
      { id: late.id, status: 'expired' },
    ]);
  });

  it('does not look for free time when only metadata has changed', async () => {
    await add();
    const { id: room } = (await service.admin.post('/resources', { name: 'Room', kind: 'room' })).body
      .data as {
      id: number;
    };
    const watch = service.app.get(FreedTimeWatch);
    await watch.look();
    const { appointmentId, serviceId, providerId } = scene;
    const others = [`/appointments/${appointmentId}`, `/services/${serviceId}`, `/providers/${providerId}`];
    for (const address of [...others, `/resources/${room}`]) {
      const { status } = await service.admin.patch(address, { metadata: { crmId: 'C-1' } });
      expect(status).toBe(200);
    }
    expect(await watch.look()).toMatchObject({ freed: [] });
    await service.admin.patch(`/resources/${room}`, { active: false, metadata: { crmId: null } });
    expect(await watch.look()).toMatchObject({ freed: [EVERYTHING] });
  });
});
