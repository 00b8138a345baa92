import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type EasyVersion = '1.5' | '1.6';

type Row = Readonly<Record<string, unknown>> & { readonly id: number };

export const COLLECTIONS = [
  'service_categories',
  'services',
  'providers',
  'customers',
  'appointments',
  'unavailabilities',
  'blocked_periods',
] as const;
export type EasyCollection = (typeof COLLECTIONS)[number];

/** Handles a request instead of the server; false: the server answers. */
type Interception = (path: string, response: ServerResponse) => boolean;

/**
 * The REST API of a small Easy!Appointments, as far as reading goes: its paths, its authorisation, its paging by position, and the shapes
 * of its versions, as its public source has them. It keeps no rules of its own: rows are what a test gives, with defaults.
 */
export class EasyAppointmentsServer {
  readonly token = 'a-t0ken-of-api_token';
  readonly settings: Record<string, string | null> = {
    default_timezone: 'Europe/Berlin',
    book_advance_timeout: '30',
    future_booking_limit: '90',
  };
  /** Method and path of each request. */
  readonly requests: string[] = [];
  intercept: Interception = () => false;
  /** Whether the web server also knows addresses without `index.php`, and only those. */
  isRewritten = false;
  private readonly rows = new Map<EasyCollection, Row[]>();

  private constructor(
    private readonly server: Server,
    readonly version: EasyVersion,
  ) {}

  static async start(version: EasyVersion = '1.5'): Promise<EasyAppointmentsServer> {
    const server = createServer((request, response) => {
      easy.answer(request, response);
    });
    const easy = new EasyAppointmentsServer(server, version);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return easy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/easy`;
  }

  /** Adds a row of a collection, with the members that it has in the version. */
  add(collection: EasyCollection, id: number, members: object = {}): void {
    const row = { id, ...DEFAULTS[this.version][collection], ...members };
    this.rows.set(collection, [...(this.rows.get(collection) ?? []), row]);
  }

  /** Adds many rows at once. */
  addAll(collection: EasyCollection, rows: readonly (object & { readonly id: number })[]): void {
    const all = rows.map((row) => ({ ...DEFAULTS[this.version][collection], ...row }));
    this.rows.set(collection, [...(this.rows.get(collection) ?? []), ...all]);
  }

  remove(collection: EasyCollection, id: number): void {
    this.rows.set(
      collection,
      (this.rows.get(collection) ?? []).filter((row) => row.id !== id),
    );
  }

  clear(): void {
    this.rows.clear();
    this.requests.length = 0;
    this.intercept = () => false;
    this.isRewritten = false;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '', this.url);
    const prefix = this.isRewritten ? '/easy/api/v1/' : '/easy/index.php/api/v1/';
    this.requests.push(`${request.method} ${url.pathname}${url.search}`);
    if (this.intercept(url.pathname + url.search, response)) return;
    if (!url.pathname.startsWith(prefix)) response.writeHead(404).end('<h1>404 Not Found</h1>');
    else if (request.headers.authorization !== `Bearer ${this.token}`) refuse(response);
    else this.find(url.pathname.slice(prefix.length), url.searchParams, response);
  }

  private find(path: string, query: URLSearchParams, response: ServerResponse): void {
    const [resource = '', name] = path.split('/');
    const collection = COLLECTIONS.find((each) => each === resource);
    if (collection !== undefined) respond(response, this.page(collection, query));
    else if (resource === 'settings' && name !== undefined)
      respond(response, { name, value: this.settings[name] ?? null });
    else response.writeHead(404).end();
  }

  /** By position, 20 rows unless asked for another length; in no certain order unless asked for one. */
  private page(collection: EasyCollection, query: URLSearchParams): readonly Row[] {
    const length = Number(query.get('length') ?? 20);
    const offset = (Number(query.get('page') ?? 1) - 1) * length;
    const rows = [...(this.rows.get(collection) ?? [])];
    const [, direction, field] = /^([ +-]?)(\w+)$/.exec(query.get('sort') ?? '') ?? [];
    if (field !== 'id') rows.reverse();
    else rows.sort((a, b) => (direction === '-' ? b.id - a.id : a.id - b.id));
    return rows.slice(offset, offset + length);
  }
}

function refuse(response: ServerResponse): void {
  response
    .writeHead(401, { 'www-authenticate': 'Basic realm="Easy!Appointments"' })
    .end('You are not authorized to use the API.');
}

function respond(response: ServerResponse, content: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json; charset=UTF-8' }).end(phpJson(content));
}

/** `json_encode` of PHP escapes slashes, and everything outside ASCII. */
function phpJson(content: unknown): string {
  return JSON.stringify(content)
    .replaceAll('/', '\\/')
    .replaceAll(/[^\x00-\x7F]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const PERSON = {
  firstName: null,
  lastName: null,
  email: null,
  phone: null,
  address: null,
  city: null,
  zip: null,
  notes: null,
  timezone: null,
  language: null,
  ldapDn: null,
};
const CUSTOMER = {
  ...PERSON,
  ...{ customField1: null, customField2: null, customField3: null, customField4: null, customField5: null },
};
const PROVIDER = { ...PERSON, mobile: null, state: null, isPrivate: false, services: [] };
const SERVICE = {
  ...{ duration: 30, price: 0, currency: '', description: null, location: null },
  ...{ attendantsNumber: 1, isPrivate: false, serviceCategoryId: null },
};
const TIME = { book: '2026-01-02 08:00:00', hash: 'c0ffee123456', location: null, notes: null };
const APPOINTMENT = {
  ...TIME,
  color: '#7cbae8',
  status: 'Booked',
  googleCalendarId: null,
  caldavCalendarId: null,
};
const UNAVAILABILITY = { ...TIME, googleCalendarId: null };
const COMMON = {
  service_categories: { description: null },
  customers: CUSTOMER,
  blocked_periods: { notes: null },
};

/** The members that the resources have when nothing is entered, by version. */
const DEFAULTS: Readonly<Record<EasyVersion, Readonly<Record<EasyCollection, object>>>> = {
  '1.5': {
    ...COMMON,
    services: { ...SERVICE, availabilitiesType: 'flexible' },
    providers: PROVIDER,
    appointments: APPOINTMENT,
    unavailabilities: UNAVAILABILITY,
  },
  '1.6': {
    ...COMMON,
    services: { ...SERVICE, slotInterval: 15 },
    providers: PROVIDER,
    appointments: { ...APPOINTMENT, meetingLink: null },
    unavailabilities: { ...UNAVAILABILITY, caldavCalendarId: null },
  },
};

/** The settings of a provider, which hold secrets too. @param exceptions in the shape of the version; PHP answers `[]` for none */
export function providerSettings(workingPlan: object | null, exceptions: object = []): object {
  return {
    ...{ username: 'ana', notifications: true, calendarView: 'default' },
    ...{ googleSync: false, googleToken: 'g00gle-t0ken', googleCalendar: null },
    ...{ caldavSync: false, caldavUrl: null, caldavUsername: null, caldavPassword: 'cald4v-p4ssword' },
    ...{ syncFutureDays: 90, syncPastDays: 30, workingPlan, workingPlanExceptions: exceptions },
  };
}

/** A working plan with the same hours from Monday to Friday, and the weekend off. */
export function weekdays(start: string, end: string, breaks: readonly object[] = []): object {
  const day = { start, end, breaks };
  return {
    ...{ sunday: null, monday: day, tuesday: day, wednesday: day, thursday: day },
    ...{ friday: day, saturday: null },
  };
}
