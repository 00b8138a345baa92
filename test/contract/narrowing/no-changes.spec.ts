import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from '../../../src/platform/openapi/operations';
import type { ApiClient, Sending } from '../../support/api-client';
import { builtDocument } from '../../support/openapi/built-document';
import { idMembersOf, idParametersOf } from '../../support/openapi/request-ids';
import { recordStatements } from '../../support/database/recorded-statements';
import { startTestService, type TestService } from '../../support/test-service';
import { VOUCHERS } from '../../support/token-issuer';
import {
  idsInPath,
  NUMBERED,
  OF_THE_SOUTH,
  openTwoSalons,
  restrictedKey,
  rowsOf,
  type Salon,
  told,
  type TwoSalons,
} from '../../support/two-salons';
import {
  bodyOf,
  fillPath,
  type Id,
  type Ids,
  idsOf,
  titleOf,
  UNUSED_HOLD,
  UNUSED_ID,
  withIds,
  type Write,
  writesOf,
} from '../../support/writes-of-salon';

/** What each id of a path, a query or a body is to a narrowed key. A new name must be added here, and looked up in `within-reach.ts`. */
const KINDS: Readonly<Record<string, 'narrowed' | 'filter' | 'catalogue' | 'refused'>> = {
  id: 'narrowed',
  timeOffId: 'narrowed',
  providerId: 'narrowed',
  providerIds: 'narrowed',
  toProviderIds: 'narrowed',
  locationId: 'narrowed',
  homeLocationId: 'narrowed',
  locationIds: 'refused',
  customerId: 'narrowed',
  excludeAppointmentId: 'narrowed',
  fromAppointmentId: 'narrowed',
  holdId: 'narrowed',
  seriesId: 'filter',
  visitId: 'filter',
  serviceId: 'catalogue',
  resourceIds: 'catalogue',
  categoryId: 'catalogue',
  serviceIds: 'refused',
  team: 'refused',
  resourceId: 'refused',
  userId: 'refused',
  eventId: 'refused',
  deliveryId: 'refused',
  calendarId: 'refused',
};

/** What a refusal says of an id, where that is not its name. */
const NAMED_BY: Readonly<Record<string, string>> = { holdId: 'hold_expired', timeOffId: 'time off' };

/** What an operation on a provider is to a narrowed key. */
const OF_PROVIDERS = ['provider', 'staff'];

interface Key {
  readonly name: string;
  readonly client: ApiClient;
  /** The members whose ids it narrows. */
  readonly narrows: (member: string) => boolean;
}

/** Every operation that is no GET, with keys that are narrowed to the north and ids of the south. */
describe.each(VOUCHERS)('A write by a narrowed %s', (voucher) => {
  let service: TestService;
  let document: OpenAPIObject;
  let salons: TwoSalons;
  let keys: readonly Key[];
  let writes: readonly Write[];
  let own: Ids;
  let foreign: Ids;
  let unknown: Ids;
  /** An entry of the south to which a time is offered. */
  let offeredEntry: number;
  let before: readonly string[];
  let entries = 0;

  beforeAll(async () => {
    service = await startTestService({ voucher });
    salons = await openTwoSalons(service);
    document = builtDocument(service.app);
    const { north, south } = salons;
    own = await idsOf(service, north);
    foreign = await idsOf(service, south);
    offeredEntry = await offered(south);
    // What the keys make from now on has ids that are of neither salon.
    for (const table of NUMBERED) await service.query(`select setval('${table}_id_seq', 5555500)`);
    unknown = {
      ...Object.fromEntries(Object.keys(own).map((name) => [name, UNUSED_ID])),
      ...{ providerIds: [UNUSED_ID], toProviderIds: [UNUSED_ID], holdId: UNUSED_HOLD },
    };
    const keyOf = async (name: string, providers?: number[], locations?: number[]): Promise<Key> => ({
      name,
      client: await restrictedKey(service, {
        ...(providers && { providers }),
        ...(locations && { locations }),
      }),
      narrows: (member) => {
        if (/provider/i.test(member)) return providers !== undefined;
        return /location/i.test(member) ? locations !== undefined : KINDS[member] === 'narrowed';
      },
    });
    keys = [
      await keyOf('stylist', [north.leader]),
      await keyOf('place', undefined, [north.locationId]),
      await keyOf('both', [north.leader, north.helper], [north.locationId]),
    ];
    writes = writesOf(document);
    before = await rowsOf(service, south);
  });

  afterEach(() => {
    jest.restoreAllMocks();
  });

  afterAll(() => service.stop());

  /** An entry of the waitlist to which a time is offered at once. */
  async function offered({ leader, locationId, waiting, word }: Salon): Promise<number> {
    // A Tuesday of its own, so that no earlier entry gets the time.
    const day = new Date(Date.UTC(2027, 0, 5 + 7 * entries++)).toISOString().slice(0, 10);
    const { body } = await service.admin.post('/waitlist', {
      ...{ customerId: waiting, serviceId: salons.cut, providerId: leader, locationId },
      ...{ from: day, to: day, notes: `${word} offered` },
    });
    expect(body.data.status).toBe('offered');
    return body.data.id as number;
  }

  /** The keys that send each write. Tokens are restricted by the same members as keys, so each write is sent with one of them, in turn. */
  const sendersOf = (write: Write): readonly Key[] => {
    const nth = writes.indexOf(write) % keys.length;
    return voucher === 'key' ? keys : keys.slice(nth, nth + 1);
  };
  /** A key of providers alone has no part of what is of places. */
  const isRefused = (name: string, { narrowed }: Write) =>
    name === 'stylist' && ['home', 'place'].includes(narrowed);
  const isNarrowed = ({ narrowed }: Write) => !['refused', 'undeclared'].includes(narrowed);
  /** A DELETE without an id names the place in its query. */
  const placeOf = ({ method, path, narrowed }: Write) =>
    method === 'DELETE' && narrowed === 'place' && !path.includes('{id}')
      ? `?locationId=${salons.north.locationId}`
      : '';
  /** Further ids of the south. */
  const traps = (path: string): readonly Id[] => {
    const { shared, south } = salons;
    if (path.startsWith('/waitlist')) return [offeredEntry];
    return path.startsWith('/appointments') ? [shared, south.placeless] : [];
  };

  /** The body with one id of another origin, where the operation takes it. */
  function bodyWith(write: Write, member: string, value: Ids[string]): Sending {
    if (member === 'holdId')
      return { body: { name: 'Gus Guest', email: 'gus@guest.example', holdId: value } };
    const { body } = bodyOf(write, own, salons.cut) as { body: Record<string, unknown> };
    const { providerId, name, email, phone, ...rest } = body;
    const left = {
      ...rest,
      ...(member !== 'providerIds' && providerId !== undefined && { providerId }),
      ...(member === 'providerIds' && write.ids.includes('providerIds') && { anyProvider: true }),
      ...(member !== 'customerId' && name !== undefined && { name, email, phone }),
    };
    const inItems = Array.isArray(rest['items']) && (member === 'providerId' || member === 'providerIds');
    const items = (rest['items'] ?? []) as object[];
    return {
      body: inItems
        ? { ...left, items: items.map((item) => ({ ...item, [member]: value })) }
        : {
            ...(withIds(left, { [member]: value }) as object),
            ...(!isWithin(left, member) && { [member]: value }),
          },
    };
  }

  it('names an id only where it is known what that is to a narrowed key', () => {
    const names = operationsOf(document).flatMap(({ operation }) => [
      ...idParametersOf(operation),
      ...idMembersOf(operation, document),
    ]);
    expect(Object.keys(KINDS).sort()).toEqual([...new Set(names)].sort());
  });

  it('names what is refused to it only in operations that are refused as a whole, or in a provider', () => {
    const named = writes
      .filter(isNarrowed)
      .flatMap(({ method, path, ids }) =>
        ids.filter((name) => KINDS[name] === 'refused').map((name) => `${method} ${path} ${name}`),
      );
    expect(named).toEqual(['PATCH /providers/{id} serviceIds']);
  });

  it('is refused where the operation cannot be narrowed, with any id', async () => {
    const faults: string[] = [];
    for (const write of writes.filter((each) => !isNarrowed(each)))
      for (const { name, client } of sendersOf(write))
        for (const [salon, ids] of [
          [salons.north, own],
          [salons.south, foreign],
        ] as const)
          for (const id of idsInPath(write.path, salon)) {
            const answer = await client.send(
              write.method,
              fillPath(write.path, id, ids),
              bodyOf(write, ids, salons.cut),
            );
            const { status, body } = answer;
            if (status !== 403 || body.error.details?.narrowed !== true || OF_THE_SOUTH.test(told(answer)))
              faults.push(`${name} ${titleOf(write)}: ${told(answer)}`);
          }
    expect(faults).toEqual([]);
  });

  it('to a path of the other salon is answered, byte for byte and by the same statements, as one to an unknown id', async () => {
    const statements = recordStatements();
    let sent = 0;
    const headers: readonly (() => Readonly<Record<string, string>>)[] = [
      () => ({}),
      () => ({ 'if-match': '"stale"' }),
      () => ({ 'if-match': '*' }),
      () => ({ prefer: 'handling=strict' }),
      () => ({ 'idempotency-key': `request-${++sent}` }),
    ];
    const faults: string[] = [];
    for (const write of writes.filter((each) => isNarrowed(each) && each.path.includes('{id}')))
      for (const { name, client } of sendersOf(write))
        for (const [nth, header] of headers.entries()) {
          // Every key with both, and every header with both.
          const ids = (keys.findIndex((key) => key.name === name) + nth) % 2 === 0 ? own : foreign;
          const ask = async (id: Id) => {
            const path = fillPath(write.path, id, ids);
            const sending = { ...bodyOf(write, ids, salons.cut), headers: header() };
            statements();
            const answer = told(await client.send(write.method, path, sending));
            return [answer, ...statements()].join('\n');
          };
          const unused = await ask(write.path.startsWith('/holds') ? UNUSED_HOLD : UNUSED_ID);
          for (const id of [...idsInPath(write.path, salons.south), ...traps(write.path)]) {
            const answer = await ask(id);
            if (answer !== unused || !answer.startsWith(isRefused(name, write) ? '[403,' : '[404,'))
              faults.push(`${name} ${titleOf(write)} ${id}: ${answer} and ${unused}`);
          }
        }
    expect(faults).toEqual([]);
  });

  it('with an id of the other salon is refused, byte for byte and by the same statements, as one with an unknown id', async () => {
    const statements = recordStatements();
    const faults: string[] = [];
    let count = 0;
    for (const write of writes.filter(isNarrowed))
      for (const { name, client, narrows } of sendersOf(write))
        for (const member of [...write.ids, ...idParametersOf(write.operation).slice(1)].filter(narrows)) {
          const [id = 0] = idsInPath(write.path, salons.north);
          const ask = async (value: Ids[string] = UNUSED_ID) => {
            const path = fillPath(write.path, id, { ...own, [member]: value });
            const sending = write.ids.length > 0 ? bodyWith(write, member, value) : {};
            statements();
            const answer = await client.send(write.method, path, sending);
            return { ...answer, all: [told(answer), ...statements()].join('\n') };
          };
          const [theirs, none] = [await ask(foreign[member]), await ask(unknown[member])];
          count++;
          const named = NAMED_BY[member] ?? member;
          const isNamed = theirs.status >= 400 && JSON.stringify(theirs.body).includes(named);
          // A key of places has no hours of providers.
          const isHidden = name === 'place' && OF_PROVIDERS.includes(write.narrowed) && theirs.status === 404;
          const isOfNoPlace = isRefused(name, write) && theirs.status === 403;
          if (theirs.all !== none.all || !(isNamed || isHidden || isOfNoPlace))
            faults.push(`${name} ${titleOf(write)} ${member}: ${theirs.all} and ${none.all}`);
        }
    expect(faults).toEqual([]);
    expect(count).toBeGreaterThan(voucher === 'key' ? 60 : 20);
  });

  it('with all ids of the other salon tells nothing of it', async () => {
    const leaks: string[] = [];
    // What is deleted by its own path is deleted in the next test.
    for (const write of writes.filter((each) => isNarrowed(each) && each.method !== 'DELETE'))
      for (const { name, client, narrows } of keys) {
        const ids = Object.fromEntries(
          Object.keys(own).map((member) => [member, (narrows(member) ? foreign : own)[member]]),
        );
        for (const id of idsInPath(write.path, salons.north)) {
          const path = fillPath(write.path, id, ids);
          const text = told(await client.send(write.method, path, bodyOf(write, ids, salons.cut)));
          if (OF_THE_SOUTH.test(text)) leaks.push(`${name} ${write.method} ${path}: ${text}`);
        }
      }
    expect(leaks).toEqual([]);
  });

  it('of its own salon writes no row as a dry run', async () => {
    const written: string[] = [];
    const dryRuns = writes.filter((write) => isNarrowed(write) && write.isDryRun);
    expect(dryRuns.map(titleOf)).toEqual([
      'POST /series (dry run)',
      'POST /closures (dry run)',
      'PATCH /series/{id} (dry run)',
      'POST /appointments/complete (dry run)',
      'POST /appointments/reassign (dry run)',
      'PUT /special-hours/{date} (dry run)',
      'PUT /providers/{id}/special-hours (dry run)',
      'PUT /providers/{id}/special-hours/{date} (dry run)',
      'POST /providers/{id}/time-off (dry run)',
    ]);
    // A schedule that was written above is at the place.
    const { status: reset } = await service.admin.patch(`/providers/${salons.north.leader}`, {
      schedule: null,
    });
    expect(reset).toBe(200);
    let rows = await rowsOf(service, salons.north);
    for (const write of dryRuns)
      for (const { name, client } of sendersOf(write))
        for (const id of idsInPath(write.path, salons.north)) {
          const path = fillPath(write.path, id, own);
          const { status } = await client.send(write.method, path, bodyOf(write, own, salons.cut));
          const after = await rowsOf(service, salons.north);
          // A key of places has no hours of the leader, which are at no place; one of providers those of its own alone.
          const isReached =
            id === salons.north.local
              ? write.narrowed === 'staff' && name !== 'stylist'
              : !OF_PROVIDERS.includes(write.narrowed) || name !== 'place';
          const wanted = isRefused(name, write) ? 403 : isReached ? 200 : 404;
          if (status !== wanted || after.join() !== rows.join())
            written.push(`${name} ${titleOf(write)}: ${status}`);
          rows = after;
        }
    expect(written).toEqual([]);
  });

  it('of its own salon succeeds, so that the tests above look at something, and tells nothing of the other', async () => {
    const failed: string[] = [];
    const leaks: string[] = [];
    const isLast = ({ method }: Write) => Number(method === 'DELETE');
    for (const write of writes.filter(isNarrowed).sort((a, b) => isLast(a) - isLast(b))) {
      const statuses: number[] = [];
      for (const { name, client } of keys)
        for (const id of [
          ...idsInPath(write.path, salons.north),
          ...(write.path.startsWith('/waitlist/{id}/') ? [await offered(salons.north)] : []),
        ]) {
          const path = fillPath(write.path, id, own) + placeOf(write);
          const answer = await client.send(write.method, path, bodyOf(write, own, salons.cut));
          statuses.push(answer.status);
          if (OF_THE_SOUTH.test(told(answer))) leaks.push(`${name} ${write.method} ${path}: ${told(answer)}`);
        }
      if (Math.min(...statuses) >= 300) failed.push(`${titleOf(write)}: ${statuses.join()}`);
    }
    expect([leaks, failed]).toEqual([[], []]);
  });

  it('leaves every row of the other salon as it was', async () => {
    expect(before.length).toBeGreaterThan(25);
    expect(await rowsOf(service, salons.south)).toEqual(before);
  });
});

/** Whether a member stands in a value, at any depth. */
function isWithin(value: unknown, member: string): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, inner]) => name === member || isWithin(inner, member));
}
