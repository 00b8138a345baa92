import { Page } from '../../src/platform/database/reads/page';
import { operationsOf } from '../../src/platform/openapi/operations';
import type { ApiClient } from '../support/api-client';
import { anAppointment, aProvider, aService } from '../support/builders';
import { builtDocument } from '../support/openapi/built-document';
import { startTestService, type TestService } from '../support/test-service';

/** Lists whose rows follow from the data alone. */
const KNOWN = [
  '/appointments',
  '/appointments/search',
  '/categories',
  '/closures',
  '/customers',
  '/locations',
  '/providers',
  '/providers/{provider}/special-hours',
  '/providers/{provider}/time-off',
  '/resources',
  '/resources/{resource}/time-off',
  '/services',
  '/special-hours',
  '/users',
  '/webhooks',
];
/** Lists that are read each time, or that also show how old something is. */
const READ_EACH_TIME = [
  '/api-keys',
  '/appointments/{appointment}/notifications',
  '/audit',
  '/customers/{customer}/appointments',
  '/customers/{customer}/appointments/history',
  '/customers/{customer}/appointments/upcoming',
  '/holds',
  '/providers/{provider}/busy-calendars',
  '/waitlist',
  '/webhooks/{webhook}/deliveries',
];
/** What strangers see is another view of the same rows. */
const PUBLIC = ['/locations', '/providers', '/providers?includeColors=true'];
/** So many that some two requests have no write of another test between them. */
const TRIES = 200;

describe('A list that is read again', () => {
  let service: TestService;
  let ids: Readonly<Record<string, number>>;

  beforeAll(async () => {
    service = await startTestService();
    const { admin } = service;
    const provider = await aProvider(admin);
    const { id: appointment } = await anAppointment(admin, provider, await aService(admin));
    const created = await admin.post('/resources', { name: 'Room 1', kind: 'room' });
    ids = { provider, appointment, resource: created.body.data.id as number };
  });

  afterAll(() => service.stop());

  it('is one of the paged lists of the document', () => {
    const paged = operationsOf(builtDocument(service.app)).filter(({ operation }) =>
      JSON.stringify(operation.responses['200'] ?? {}).includes('PaginationMeta'),
    );
    const named = [...KNOWN, ...READ_EACH_TIME].map((path) => path.replace(/\{\w+\}/, '{id}'));
    expect(paged.map(({ path }) => path).sort()).toEqual(named.sort());
  });

  /** Whether the answer is ever made of the same page as before, and is then what was made before. */
  const everRepeats = async (client: ApiClient, path: string) => {
    const map = jest.spyOn(Page.prototype, 'map');
    const made = new Map<unknown, unknown>();
    for (let tried = 0; tried < TRIES; tried++) {
      map.mockClear();
      const { status } = await client.get(path.replace(/\{(\w+)\}/, (_, owner: string) => `${ids[owner]}`));
      expect(status).toBe(200);
      const page = map.mock.contexts[0];
      const shown: unknown = map.mock.results[0]?.value;
      if (made.has(page)) return made.get(page) === shown;
      made.set(page, shown);
    }
    return false;
  };

  it.each(KNOWN)('is shown once while nothing is written: %s', async (path) => {
    expect(await everRepeats(service.admin, path)).toBe(true);
  });

  it.each(PUBLIC)('is shown once to callers without a key: %s', async (path) => {
    expect(await everRepeats(service.anonymous, path)).toBe(true);
  });
});
