import { addDays } from '../../src/platform/time/local-date';
import type { ApiClient } from '../support/api-client';
import { anAppointment, aProvider, aService, MONDAY } from '../support/builders';
import { everyGet } from '../support/every-get';
import { startTestService, type TestService } from '../support/test-service';

/** Parameters that other APIs have, and this one does not. */
const FOREIGN = ['timezone', 'tz', 'limit', 'fields'];

/** What no document of `everyGet` names: their answers differ from one instance to the next. */
const OTHERS = ['/challenge', '/events?length=1', '/holds', '/webhooks', '/audit?length=1'];

describe('A query parameter without a meaning', () => {
  let service: TestService;
  let paths: readonly string[];

  beforeAll(async () => {
    service = await startTestService();
    const { admin } = service;
    const [providerId, serviceId] = [await aProvider(admin), await aService(admin)];
    const { id, customerId } = await anAppointment(admin, providerId, serviceId);
    await admin.post('/locations', { name: 'Main Street' });
    await admin.post('/categories', { name: 'Hair' });
    await admin.post('/resources', { name: 'Room', kind: 'room' });
    await admin.post('/waitlist', { serviceId, customerId, from: MONDAY, to: addDays(MONDAY, 5) });
    const { manageUrl } = (await admin.get(`/appointments?length=1&sort=id:desc`)).body.data[0] as {
      manageUrl: string;
    };
    const [, token = ''] = manageUrl.split('/m/');
    const ofLink = [`/manage/${token}`, `/manage/${token}/slots?from=${MONDAY}`];
    const ofOne = [`/appointments/${id}/notifications`, `/providers/${providerId}/busy-calendars`];
    paths = [...(await everyGet(admin, [MONDAY, addDays(MONDAY, 3)])), ...OTHERS, ...ofLink, ...ofOne];
  });

  afterAll(() => service.stop());

  it('is named by the answer to every GET of JSON, with a key and without', async () => {
    const silent: string[] = [];
    let named = 0;
    const ask = async (client: ApiClient, path: string, names: readonly string[]): Promise<void> => {
      const more = names.map((name) => `${name}=Europe/Berlin`).join('&');
      const { status, body } = await client.get(`${path}${path.includes('?') ? '&' : '?'}${more}`);
      const isJson = typeof body === 'object' && body !== null && 'data' in body;
      // One of them may mean something here.
      if (status === 422 && names.length > 1) for (const name of names) await ask(client, path, [name]);
      if (status !== 200 || !isJson) return;
      named += names.length;
      const ignored = (body as { meta?: { ignored?: readonly string[] } }).meta?.ignored ?? [];
      silent.push(...names.filter((name) => !ignored.includes(name)).map((name) => `${path} ${name}`));
    };
    for (const client of [service.admin, await service.as('staff'), service.anonymous])
      for (const path of paths)
        await ask(
          client,
          path,
          FOREIGN.filter((name) => !path.includes(`${name}=`)),
        );
    expect(silent).toEqual([]);
    expect(named).toBeGreaterThan(200);
  });

  it('is includeColors=false with a key, which always sees colours', async () => {
    const ignored = async (query: string, client = service.admin) =>
      ((await client.get(`/providers?${query}`)).body.meta as { ignored?: readonly string[] }).ignored;
    expect(await ignored('includeColors=false')).toEqual(['includeColors']);
    expect(await ignored('includeColors=true')).toBeUndefined();
    expect(await ignored('includeColors=false', service.anonymous)).toBeUndefined();
  });
});
