import { builtDocument } from '../../support/openapi/built-document';
import { OpenWrite } from '../../support/open-write';
import { startTestService, type TestService } from '../../support/test-service';
import {
  idsInPath,
  openTwoSalons,
  restrictedKey,
  type Salon,
  type TwoSalons,
} from '../../support/two-salons';
import { bodyOf, fillPath, idsOf, writesOf } from '../../support/writes-of-salon';

/** Tables with a provider, whose rows of a salon a writer of that salon may have locked. */
const OF_PROVIDERS = ['appointments', 'holds', 'waitlist_entries'];

describe('A write by a narrowed key', () => {
  let service: TestService;
  let salons: TwoSalons;

  beforeAll(async () => {
    service = await startTestService();
    salons = await openTwoSalons(service);
  });

  afterAll(() => service.stop());

  /** Locks the rows of a salon, as its own writers do. */
  async function lockRowsOf({
    leader,
    helper,
    seriesId,
    visitId,
    regular,
    waiting,
    neighbour,
  }: Salon): Promise<OpenWrite> {
    const writer = await OpenWrite.begin(service);
    const providers = [leader, helper].join();
    for (const [table, condition] of [
      ['providers', `id in (${providers})`],
      ...OF_PROVIDERS.map((each) => [each, `provider_id in (${providers})`]),
      ['series', `id = ${seriesId}`],
      ['visits', `id = ${visitId}`],
      ['customers', `id in (${regular}, ${waiting}, ${neighbour})`],
    ])
      await writer.run(`select from ${table} where ${condition} for update`);
    return writer;
  }

  it('to a path of the other salon does not wait for a writer there', async () => {
    const { north, south, cut } = salons;
    const stylist = await restrictedKey(service, { providers: [north.leader] });
    const keys = [stylist, await restrictedKey(service, { locations: [north.locationId] })];
    // An entry of the waitlist to which a time is offered, whose hold and provider are locked with it.
    const day = '2027-01-05';
    const { body } = await service.admin.post('/waitlist', {
      ...{ customerId: south.waiting, serviceId: cut, providerId: south.leader, from: day, to: day },
      locationId: south.locationId,
    });
    expect(body.data.status).toBe('offered');
    const foreign = await idsOf(service, south);
    const writes = writesOf(builtDocument(service.app)).filter(
      ({ narrowed, path }) => !['refused', 'undeclared'].includes(narrowed) && path.includes('{id}'),
    );
    expect(writes.length).toBeGreaterThan(15);

    const writer = await lockRowsOf(south);
    try {
      for (const write of writes)
        for (const client of keys)
          for (const id of [
            ...idsInPath(write.path, south),
            ...(write.path.startsWith('/waitlist') ? [body.data.id as number] : []),
          ]) {
            const path = fillPath(write.path, id, foreign);
            const { status } = await client.send(write.method, path, bodyOf(write, foreign, cut));
            // A key of providers alone has no part of what is of places.
            const isRefused = client === stylist && ['home', 'place'].includes(write.narrowed);
            expect([write.method, path, status]).toEqual([write.method, path, isRefused ? 403 : 404]);
          }
    } finally {
      await writer.end('rollback');
    }
  });
});
