import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf, type PlacedOperation } from '../../src/platform/openapi/operations';
import type { Sending } from './api-client';
import { bodyMembersOf, exampleOf, idMembersOf } from './openapi/request-ids';
import type { TestService } from './test-service';
import type { Salon } from './two-salons';

export type Id = number | string;
/** Values of the members that hold ids. */
export type Ids = Readonly<Record<string, Id | readonly Id[] | undefined>>;

export const UNUSED_ID = 2147483647;
export const UNUSED_HOLD = '00000000-0000-4000-8000-000000000000';

/** Of a provider, a narrowed key writes the hours alone. */
const PROVIDER_PATCH = 'providersChange';

/** An operation that is no GET. */
export interface Write extends PlacedOperation {
  /** What it is to a narrowed key. */
  readonly narrowed: string;
  /** The members of its body that hold ids. */
  readonly ids: readonly string[];
  /** Whether it is sent as a dry run. */
  readonly isDryRun: boolean;
}

/** Every operation that is no GET, in the order of the document; one that takes `dryRun` stands before itself as a dry run too. */
export function writesOf(document: OpenAPIObject): readonly Write[] {
  return operationsOf(document)
    .filter(({ method }) => method !== 'GET')
    .map((placed) => ({
      ...placed,
      narrowed: (placed.operation as { 'x-narrowed'?: string })['x-narrowed'] ?? 'undeclared',
      ids: idMembersOf(placed.operation, document),
      isDryRun: false,
    }))
    .flatMap((write) =>
      bodyMembersOf(write.operation, document).includes('dryRun')
        ? [{ ...write, isDryRun: true }, write]
        : [write],
    );
}

/** What a write is called in a failed test. */
export function titleOf({ method, path, isDryRun }: Write): string {
  return `${method} ${path}${isDryRun ? ' (dry run)' : ''}`;
}

/** The ids of a salon for the members that hold them. Adds a time off of its leader. */
export async function idsOf({ admin }: TestService, salon: Salon): Promise<Ids> {
  const { leader, locationId, regular, alone, holdId, seriesId, word } = salon;
  const away = { start: '2026-12-28', end: '2026-12-29', reason: `${word} away` };
  return {
    ...{
      providerId: leader,
      providerIds: [leader],
      toProviderIds: [leader],
      locationId,
      homeLocationId: locationId,
      customerId: regular,
      holdId,
    },
    excludeAppointmentId: alone,
    fromAppointmentId: (await admin.get(`/series/${seriesId}`)).body.data.appointments[1].id,
    timeOffId: (await admin.post(`/providers/${leader}/time-off`, away)).body.data.id,
  };
}

/** The path with an id of the resource, and with others. */
export function fillPath(path: string, id: Id, ids: Ids): string {
  return path
    .replace('{id}', String(id))
    .replace('{date}', '2026-12-24')
    .replaceAll(/\{(\w+)\}/g, (_match, name: string) => (ids[name] ?? UNUSED_ID).toString());
}

/** The example of the document with other ids: no questions are answered, and of a provider the hours alone are written. */
export function bodyOf(write: Write, ids: Ids, serviceId: number): Sending {
  const example = exampleOf(write);
  if (example === undefined) return {};
  const { schedule, ...others } = example as Record<string, unknown>;
  const rest = { ...others, ...('answers' in others && { answers: {} }) };
  const body: Record<string, unknown> = write.operation.operationId === PROVIDER_PATCH ? { schedule } : rest;
  // Left out, an item or a reassignment takes any provider of a place, and a booking the only place of the key.
  const items = (body['items'] as object[] | undefined)?.map((item) => ({ ...item, providerId: 0 }));
  // The address of the example is that of the customer whom a POST makes.
  const isOfCustomer = write.path === '/customers/{id}';
  const isPlaced = write.narrowed !== 'provider' && write.ids.includes('locationId');
  const whole = {
    ...body,
    ...(items && { items }),
    ...(write.ids.includes('toProviderIds') && { toProviderIds: 0 }),
    ...(isOfCustomer && { email: null }),
    ...(isPlaced && { locationId: 0 }),
    ...(write.isDryRun && { dryRun: true }),
  };
  return { body: withIds(whole, { ...ids, serviceId }) };
}

/** The value with other ids where it has some, at any depth. */
export function withIds(value: unknown, ids: Ids): unknown {
  if (Array.isArray(value)) return value.map((each) => withIds(each, ids));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, inner]) => [
    name,
    Object.hasOwn(ids, name) ? ids[name] : withIds(inner, ids),
  ]);
  return Object.fromEntries(members) as object;
}
