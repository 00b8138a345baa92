import { restrictedKey, openTwoSalons, type TwoSalons } from '../../support/two-salons';
import type { ApiClient } from '../../support/api-client';
import { startTestService, type TestService } from '../../support/test-service';

const UNUSED_ID = 2147483647;

describe('The appointments of a narrowed key', () => {
  let service: TestService;
  let salons: TwoSalons;
  /** Keys that are narrowed to the leader of the north, to its helper, to its place, and to leader and place. */
  let stylist: ApiClient;
  let helper: ApiClient;
  let place: ApiClient;
  let stylistThere: ApiClient;

  beforeAll(async () => {
    service = await startTestService();
    salons = await openTwoSalons(service);
    const { leader, helper: helps, locationId } = salons.north;
    stylist = await restrictedKey(service, { providers: [leader] });
    helper = await restrictedKey(service, { providers: [helps] });
    place = await restrictedKey(service, { locations: [locationId] });
    stylistThere = await restrictedKey(service, { providers: [leader], locations: [locationId] });
  });

  afterAll(() => service.stop());

  const statusesOf = (client: ApiClient, ...ids: number[]) =>
    Promise.all(ids.map(async (id) => (await client.get(`/appointments/${id}`)).status));

  it('are read by their ids when its provider gives them, and those of others are not found', async () => {
    const { north, south, shared } = salons;
    expect(await statusesOf(stylist, north.alone, north.helped, north.placeless)).toEqual([200, 200, 200]);
    expect(await statusesOf(stylist, south.alone, shared, UNUSED_ID)).toEqual([404, 404, 404]);
  });

  it('are those with which its provider helps, too', async () => {
    const { north, shared } = salons;
    expect(await statusesOf(helper, north.helped, shared, north.alone)).toEqual([200, 200, 404]);
  });

  it('are those at its place, and those without a place are at none', async () => {
    const { north, south } = salons;
    expect(await statusesOf(place, north.alone, north.placeless, south.alone)).toEqual([200, 404, 404]);
  });

  it('are those of which its provider and its place both hold', async () => {
    const { north } = salons;
    expect(await statusesOf(stylistThere, north.alone, north.placeless)).toEqual([200, 404]);
  });
});
