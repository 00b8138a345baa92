import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf, type PlacedOperation } from '../../../src/platform/openapi/operations';
import type { ApiClient, Sending } from '../../support/api-client';
import { builtDocument } from '../../support/openapi/built-document';
import { exampleOf, idMembersOf, idParametersOf } from '../../support/openapi/request-ids';
import { startTestService, type TestService } from '../../support/test-service';
import {
  idsInPath,
  OF_THE_SOUTH,
  openTwoSalons,
  restrictedKey,
  rowsOf,
  type Salon,
  told,
  type TwoSalons,
} from '../../support/two-salons';

type Id = number | string;

const UNUSED_ID = 2147483647;
/** Of a provider, a narrowed key writes the hours alone. */
const PROVIDER_PATCH = 'providersChange';
const UNUSED_HOLD = '00000000-0000-4000-8000-000000000000';

/** What each id of a path, a query or a body is to a narrowed key. A new name must be added here, and looked up in `within-reach.ts`. */
const KINDS: Readonly<Record<string, 'narrowed' | 'filter' | 'catalogue' | 'refused'>> = {
  id: 'narrowed',
  timeOffId: 'narrowed',
  providerId: 'narrowed',
  providerIds: 'narrowed',
  locationId: 'narrowed',
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

interface Write extends PlacedOperation {
  readonly narrowed: string;
  readonly ids: readonly string[];
}

interface Key {
  readonly name: string;
  readonly client: ApiClient;
  /** The members whose ids it narrows. */
  readonly narrows: (member: string) => boolean;
}

/** Values of the members that hold ids. */
type Ids = Readonly<Record<string, Id | readonly Id[] | undefined>>;

/** Every operation that is no GET, with keys that are narrowed to the north and ids of the south. */
describe('A write by a narrowed key', () => {
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
    service = await startTestService();
    salons = await openTwoSalons(service);
    document = builtDocument(service.app);
    const { north, south } = salons;
    own = await idsOf(north);
    foreign = await idsOf(south);
    offeredEntry = await offered(south);
    // What the keys make from now on has ids that are of neither salon.
    for (const table of ['customers', 'appointments', 'series', 'visits', 'waitlist_entries', 'holds'])
      await service.query(`select setval('${table}_id_seq', 5555500)`);
    unknown = {
      ...Object.fromEntries(Object.keys(own).map((name) => [name, UNUSED_ID])),
      ...{ providerIds: [UNUSED_ID], holdId: UNUSED_HOLD },
    };
    const keyOf = async (name: string, providers?: number[], locations?: number[]): Promise<Key> => ({
      name,
      client: await restrictedKey(service, {
        ...(providers && { providers }),
        ...(locations && { locations }),
      }),
      narrows: (member) => {
        if (member.startsWith('provider')) return providers !== undefined;
        return member === 'locationId' ? locations !== undefined : KINDS[member] === 'narrowed';
      },
    });
    keys = [
      await keyOf('stylist', [north.leader]),
      await keyOf('place', undefined, [north.locationId]),
      await keyOf('both', [north.leader, north.helper], [north.locationId]),
    ];
    writes = operationsOf(document)
      .filter(({ method }) => method !== 'GET')
      .map((placed) => ({
        ...placed,
        narrowed: (placed.operation as { 'x-narrowed'?: string })['x-narrowed'] ?? 'undeclared',
        ids: idMembersOf(placed.operation, document),
      }));
    before = await rowsOf(service, south);
  });

  afterAll(() => service.stop());

  async function idsOf(salon: Salon): Promise<Ids> {
    const { leader, locationId, regular, alone, holdId, seriesId } = salon;
    const { admin } = service;
    const away = { start: '2026-12-28', end: '2026-12-29', reason: `${salon.word} away` };
    return {
      ...{ providerId: leader, providerIds: [leader], locationId, customerId: regular, holdId },
      excludeAppointmentId: alone,
      fromAppointmentId: (await admin.get(`/series/${seriesId}`)).body.data.appointments[1].id,
      timeOffId: (await admin.post(`/providers/${leader}/time-off`, away)).body.data.id,
    };
  }

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

  const isNarrowed = ({ narrowed }: Write) => !['refused', 'undeclared'].includes(narrowed);
  /** Further ids of the south. */
  const traps = (path: string): readonly Id[] => {
    const { shared, south } = salons;
    if (path.startsWith('/waitlist')) return [offeredEntry];
    return path.startsWith('/appointments') ? [shared, south.placeless] : [];
  };

  /** The path with an id of the resource, and with others. */
  const fill = (path: string, id: Id, ids: Ids) =>
    path
      .replace('{id}', String(id))
      .replace('{date}', '2026-12-24')
      .replaceAll(/\{(\w+)\}/g, (_match, name: string) => (ids[name] ?? UNUSED_ID).toString());

  /** The example of the document with other ids: no questions are answered, and of a provider the hours alone are written. */
  function bodyOf(write: Write, ids: Ids): Sending {
    const example = exampleOf(write);
    if (example === undefined) return {};
    const { schedule, ...others } = example as Record<string, unknown>;
    const rest = { ...others, ...('answers' in others && { answers: {} }) };
    const body: Record<string, unknown> =
      write.operation.operationId === PROVIDER_PATCH ? { schedule } : rest;
    // Left out, an item takes any provider of a place, and a booking the only place of the key.
    const items = (body['items'] as object[] | undefined)?.map((item) => ({ ...item, providerId: 0 }));
    const isPlaced = write.narrowed !== 'provider' && write.ids.includes('locationId');
    const whole = { ...body, ...(items && { items }), ...(isPlaced && { locationId: 0 }) };
    return { body: withIds(whole, { ...ids, serviceId: salons.cut }) };
  }

  /** The body with one id of another origin, where the operation takes it. */
  function bodyWith(write: Write, member: string, value: Ids[string]): Sending {
    if (member === 'holdId')
      return { body: { name: 'Gus Guest', email: 'gus@guest.example', holdId: value } };
    const { body } = bodyOf(write, own) as { body: Record<string, unknown> };
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
      for (const { name, client } of keys)
        for (const [salon, ids] of [
          [salons.north, own],
          [salons.south, foreign],
        ] as const)
          for (const id of idsInPath(write.path, salon)) {
            const answer = await client.send(write.method, fill(write.path, id, ids), bodyOf(write, ids));
            const { status, body } = answer;
            if (status !== 403 || body.error.details?.narrowed !== true || OF_THE_SOUTH.test(told(answer)))
              faults.push(`${name} ${write.method} ${write.path}: ${told(answer)}`);
          }
    expect(faults).toEqual([]);
  });

  it('to a path of the other salon is answered, byte for byte, as one to an unknown id', async () => {
    let sent = 0;
    const headers: readonly (() => Readonly<Record<string, string>>)[] = [
      () => ({}),
      () => ({ 'if-match': '"stale"' }),
      () => ({ 'if-match': '*' }),
      () => ({ prefer: 'handling=strict' }),
      () => ({ 'idempotency-key': `request-${++sent}` }),
    ];
    const faults: string[] = [];
    for (const write of writes.filter((each) => isNarrowed(each) && each.path.includes('{')))
      for (const { name, client } of keys)
        for (const header of headers)
          for (const ids of [own, foreign]) {
            const ask = async (id: Id) => {
              const path = fill(write.path, id, ids);
              return told(
                await client.send(write.method, path, { ...bodyOf(write, ids), headers: header() }),
              );
            };
            const unused = await ask(write.path.startsWith('/holds') ? UNUSED_HOLD : UNUSED_ID);
            for (const id of [...idsInPath(write.path, salons.south), ...traps(write.path)]) {
              const answer = await ask(id);
              if (answer !== unused || !answer.startsWith('[404,'))
                faults.push(`${name} ${write.method} ${write.path} ${id}: ${answer} and ${unused}`);
            }
          }
    expect(faults).toEqual([]);
  });

  it('with an id of the other salon is refused, byte for byte, as one with an unknown id', async () => {
    const faults: string[] = [];
    let count = 0;
    for (const write of writes.filter(isNarrowed))
      for (const { name, client, narrows } of keys)
        for (const member of [...write.ids, ...idParametersOf(write.operation).slice(1)].filter(narrows)) {
          const [id = 0] = idsInPath(write.path, salons.north);
          const ask = (value: Ids[string] = UNUSED_ID) => {
            const path = fill(write.path, id, { ...own, [member]: value });
            return client.send(
              write.method,
              path,
              write.ids.length > 0 ? bodyWith(write, member, value) : {},
            );
          };
          const [theirs, none] = [await ask(foreign[member]), await ask(unknown[member])];
          count++;
          const named = NAMED_BY[member] ?? member;
          const isRefused = theirs.status >= 400 && JSON.stringify(theirs.body).includes(named);
          // A key of places has no hours of providers.
          const isHidden = name === 'place' && write.narrowed === 'provider' && theirs.status === 404;
          if (told(theirs) !== told(none) || !(isRefused || isHidden))
            faults.push(`${name} ${write.method} ${write.path} ${member}: ${told(theirs)} and ${told(none)}`);
        }
    expect(faults).toEqual([]);
    expect(count).toBeGreaterThan(60);
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
          const path = fill(write.path, id, ids);
          const text = told(await client.send(write.method, path, bodyOf(write, ids)));
          if (OF_THE_SOUTH.test(text)) leaks.push(`${name} ${write.method} ${path}: ${text}`);
        }
      }
    expect(leaks).toEqual([]);
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
          const path = fill(write.path, id, own);
          const answer = await client.send(write.method, path, bodyOf(write, own));
          statuses.push(answer.status);
          if (OF_THE_SOUTH.test(told(answer))) leaks.push(`${name} ${write.method} ${path}: ${told(answer)}`);
        }
      if (Math.min(...statuses) >= 300) failed.push(`${write.method} ${write.path}: ${statuses.join()}`);
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

/** The value with other ids where it has some, at any depth. */
function withIds(value: unknown, ids: Ids): unknown {
  if (Array.isArray(value)) return value.map((each) => withIds(each, ids));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, inner]) => [
    name,
    Object.hasOwn(ids, name) ? ids[name] : withIds(inner, ids),
  ]);
  return Object.fromEntries(members) as object;
}
