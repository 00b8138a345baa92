import type { Answer, ApiClient } from './api-client';
import { aBooking, aProvider, aService } from './builders';

/** A write to one resource. */
export interface Write {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path below that of the resource. */
  readonly suffix: string;
  readonly body?: object;
}

/** A resource with its own path: how to create one, and every write to it. Each write changes the state. */
export interface ResourceKind {
  readonly name: string;
  /** Creates a resource, and returns the answer. */
  readonly make: (client: ApiClient) => Promise<Answer>;
  /** The path of the resource in an answer. */
  readonly pathOf: (answer: Answer) => string;
  readonly writes: readonly Write[];
  /** A write with a different value for each client, so that a test notices a lost one. */
  readonly changeBy: (client: number) => Write;
}

let count = 0;

const below = (collection: string) => (answer: Answer) => `${collection}/${answer.body.data.id}`;
const put = (body: object): Write => ({ method: 'PUT', suffix: '', body });
const patch = (body: object, suffix = ''): Write => ({ method: 'PATCH', suffix, body });
const remove: Write = { method: 'DELETE', suffix: '' };

export const RESOURCE_KINDS: readonly ResourceKind[] = [
  {
    name: 'an appointment',
    make: async (client) =>
      client.post('/appointments', aBooking(await aProvider(client), await aService(client))),
    pathOf: below('/appointments'),
    writes: [
      patch({ start: '11:00' }),
      patch({ status: 'cancelled' }, '/status'),
      patch({ notes: 'Rings first' }, '/notes'),
      patch({ payment_status: 'paid' }, '/payment-status'),
      remove,
    ],
    changeBy: (client) => patch({ notes: `Client ${client}` }),
  },
  {
    name: 'a service',
    make: (client) => client.post('/services', { name: 'Haircut', durationMin: 30, price: 38.5 }),
    pathOf: below('/services'),
    writes: [put({ name: 'Haircut', durationMin: 45 }), patch({ price: 40 }), remove],
    changeBy: (client) => patch({ description: `Client ${client}` }),
  },
  {
    name: 'a category',
    make: (client) => client.post('/categories', { name: 'Hair', color: '#1e90ff' }),
    pathOf: below('/categories'),
    writes: [put({ name: 'Hair' }), patch({ description: 'All of it' }), remove],
    changeBy: (client) => patch({ description: `Client ${client}` }),
  },
  {
    name: 'a provider',
    make: (client) => {
      const email = `ana${++count}@example.com`;
      return client.post('/providers', { name: 'Ana Silva', email, phone: '030 901821' });
    },
    pathOf: below('/providers'),
    writes: [
      {
        method: 'PUT',
        suffix: '',
        get body() {
          return { name: 'Ana Silva', email: `ana${++count}@example.com` };
        },
      },
      patch({ color: '#1E90FF', serviceIds: [] }),
      remove,
    ],
    changeBy: (client) => patch({ phone: `040 ${100 + client}` }),
  },
  {
    name: 'a customer',
    make: (client) => client.post('/customers', { name: 'Mia Keller', phone: '030 901820' }),
    pathOf: below('/customers'),
    writes: [put({ firstName: 'Mia' }), patch({ notes: 'Prefers mornings' }), remove],
    changeBy: (client) => patch({ notes: `Client ${client}` }),
  },
  {
    name: 'a location',
    make: async (client) => {
      await client.post('/locations', { name: 'Primary', is_primary: true });
      return client.post('/locations', { name: 'Main street', address: '7 Park Lane' });
    },
    pathOf: below('/locations'),
    writes: [
      put({ name: 'Main street' }),
      patch({ name: 'High street' }),
      { method: 'POST', suffix: '/set-primary' },
      remove,
    ],
    changeBy: (client) => patch({ name: `Client ${client}` }),
  },
  {
    name: 'a resource',
    make: (client) => client.post('/resources', { name: 'Room 1', kind: 'room', active: false }),
    pathOf: below('/resources'),
    writes: [put({ name: 'Room 1', kind: 'room' }), patch({ kind: 'chair' }), remove],
    changeBy: (client) => patch({ name: `Client ${client}` }),
  },
  {
    name: 'the business hours',
    make: (client) => client.put('/business-hours', { workStart: '09:00', workEnd: '17:00' }),
    pathOf: () => '/business-hours',
    writes: [
      put({ workStart: '08:00', workEnd: '18:00' }),
      { method: 'POST', suffix: '', body: { workStart: '10:00', workEnd: '16:00' } },
    ],
    changeBy: (client) => put({ workStart: '08:00', workEnd: `18:${10 + client}` }),
  },
];
