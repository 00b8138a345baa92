import document from '../../docs/openapi.json';
import type { ApiClient } from './api-client';

/** GETs whose answers an import does not bring back, and why. All others of the document must be the same. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  '/api-keys': 'who may do what is of the instance',
  '/api-keys/{id}': 'who may do what is of the instance',
  '/appointments/{id}/calendar.ics': 'names the instance, and counts the changes that its audit trail knows',
  '/appointments/{id}/notifications': 'messages are of the instance that sent them',
  '/audit': 'the trail of an import begins with it',
  '/challenge': 'differs with each request',
  '/customers/{id}/export': 'has the messages and the audit trail of the customer',
  '/events': 'read from the audit trail',
  '/events/stream': 'read from the audit trail',
  '/feeds/{token}.ics': 'a feed has a secret in its address',
  '/holds': 'live for minutes',
  '/holds/{id}': 'live for minutes',
  '/manage/{token}': 'links have a secret of the instance',
  '/manage/{token}/calendar.ics': 'links have a secret of the instance',
  '/manage/{token}/slots': 'links have a secret of the instance',
  '/providers/{id}/busy-calendars': 'their addresses are secrets',
  '/providers/{id}/busy-calendars/{calendarId}': 'their addresses are secrets',
  '/users': 'who may do what is of the instance',
  '/users/{id}': 'who may do what is of the instance',
  '/webhooks': 'have secrets',
  '/webhooks/{id}': 'have secrets',
  '/webhooks/{id}/deliveries': 'of webhooks',
};

/** Members that an import does not bring back, wherever they stand: links have a secret of the instance. */
const CHANGED = ['updatedAt', 'manageUrl'];

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: { readonly pattern?: string; readonly enum?: readonly string[] };
}
interface Operation {
  readonly parameters?: readonly Parameter[];
}
type Answered = readonly Readonly<Record<string, unknown>>[];

/** What is named by paths and queries. */
interface Named {
  /** By the first segment of their paths. */
  readonly ids: ReadonlyMap<string, readonly unknown[]>;
  readonly slugs: readonly unknown[];
  readonly dates: readonly string[];
}

/** The paths of all GETs of the document that are compared, filled with every id that the service has. */
export async function everyGet(client: ApiClient, dates: readonly string[]): Promise<readonly string[]> {
  const named = await namedBy(client, dates);
  const gets = Object.entries(document.paths as Record<string, { readonly get?: Operation }>);
  return gets.flatMap(([path, { get }]) =>
    get === undefined || path in LEFT_OUT ? [] : filled(path, get.parameters ?? [], named),
  );
}

/** All pages of an answer, but for what changes. */
export async function wholeAnswer(client: ApiClient, path: string): Promise<unknown> {
  const pages: unknown[] = [];
  for (let page = 1; ; page++) {
    const { status, body } = await client.get(path.replace('page=1', `page=${page}`));
    pages.push({ status, body: withoutChanges(body) });
    const isList = path.includes('page=1') && status === 200;
    if (!isList || (body.data as unknown[]).length < 100) return pages;
  }
}

function withoutChanges(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body), (name, value: unknown) =>
    CHANGED.includes(name) ? undefined : value,
  );
}

async function namedBy(client: ApiClient, dates: readonly string[]): Promise<Named> {
  const ids = new Map<string, readonly unknown[]>();
  const rows = async (name: string) => {
    const pages = (await wholeAnswer(client, `/${name}?page=1&length=100`)) as { body: { data: Answered } }[];
    return pages.flatMap(({ body }) => body.data);
  };
  for (const name of [
    'appointments',
    'categories',
    'customers',
    'locations',
    'providers',
    'resources',
    'services',
    'waitlist',
  ])
    ids.set(
      name,
      (await rows(name)).map(({ id }) => id),
    );
  const appointments = await rows('appointments');
  ids.set('series', distinct(appointments.map(({ seriesId }) => seriesId)));
  ids.set('visits', distinct(appointments.map(({ visitId }) => visitId)));
  const slugs = (await rows('providers')).map(({ slug }) => slug);
  return { ids, slugs, dates };
}

function filled(path: string, parameters: readonly Parameter[], named: Named): readonly string[] {
  const [, owner = ''] = path.split('/');
  const paths = path.includes('{slug}')
    ? named.slugs.map((slug) => path.replace('{slug}', String(slug)))
    : path.includes('{id}')
      ? (named.ids.get(owner) ?? []).map((id) => path.replace('{id}', String(id)))
      : [path];
  const asked = parameters.filter(
    ({ in: place, required, name }) => place === 'query' && (required === true || name in ALSO),
  );
  const queries = asked.reduce<readonly string[]>(
    (all, parameter) =>
      all.flatMap((query) =>
        valuesOf(parameter, named).map((value) => `${query}&${parameter.name}=${String(value)}`),
      ),
    [''],
  );
  return paths.flatMap((each) => queries.map((query) => `${each}?${query.slice(1)}`));
}

/** Optional parameters with which a GET is sent, too. */
const ALSO: Readonly<Record<string, true>> = {
  page: true,
  length: true,
  sort: true,
  by: true,
  providerId: true,
  from: true,
  to: true,
};

function valuesOf({ name, schema, required }: Parameter, { ids, dates }: Named): readonly unknown[] {
  switch (name) {
    case 'page':
      return [1];
    case 'length':
      return [100];
    case 'sort':
      return sortsIn(schema.pattern ?? '').map((field) => `${field}:asc`);
    case 'by':
      return schema.enum ?? [];
    case 'serviceId':
      return ids.get('services') ?? [];
    case 'providerId':
      return ids.get('providers') ?? [];
    case 'date':
      return dates;
    case 'from':
      return [dates[0]];
    case 'to':
      return [dates.at(-1)];
    default:
      throw new Error(`the required parameter ${name} has no value (${String(required)})`);
  }
}

/** The fields of a pattern such as `^(id|createdAt|created_at)(:(asc|desc))?$`. */
function sortsIn(pattern: string): readonly string[] {
  const names = (/^\^\(([^)]*)\)/.exec(pattern)?.[1] ?? '').split('|');
  return names.filter((name) => !name.includes('_') && !CHANGED.includes(name));
}

function distinct(ids: readonly unknown[]): readonly unknown[] {
  return [...new Set(ids)].filter((id) => id !== null);
}
