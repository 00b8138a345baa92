import type { ApiClient } from './api-client';

type Members = Readonly<Record<string, unknown>>;

/** A resource that is created, read, put, patched and deleted by its own path, and what its interface says of its members. */
export interface PlainResource {
  readonly path: string;
  /** As the message of a 404 names it. */
  readonly noun: string;
  /** The members without which it cannot be created, written as they are stored. */
  readonly least: Members;
  /** What all others are when a body lacks them. */
  readonly defaults: Members;
  /** Every member, each with another value than its default. */
  readonly full: Members;
  /** Members whose values another resource gives, such as `categoryId`. */
  readonly refer?: (admin: ApiClient) => Promise<Members>;
  /** What a PUT keeps when its body lacks it (docs/reference/conventions.md). */
  readonly kept: readonly string[];
  /** Which members PATCH sets to null. */
  readonly nullable: readonly string[];
  /** Members that are faulty, and what the answer says of each. */
  readonly faults: Readonly<Record<string, readonly [value: unknown, message: string]>>;
  /** What a PATCH with null for a member that is never null answers. */
  readonly neverNull: Readonly<Record<string, string>>;
  /** Changes that clients send at the same moment. */
  readonly changes: readonly Members[];
  /** The roles that write it. */
  readonly writers: readonly ('admin' | 'provider' | 'staff')[];
  readonly isPublic?: boolean;
}

const TEXT = 'must be a string';
const FLAG = 'must be true or false';
const BLANK = 'must not be blank';
const ADMIN_OR_PROVIDER = ['admin', 'provider'] as const;
const ALL = ['admin', 'provider', 'staff'] as const;

export const PLAIN_RESOURCES: readonly PlainResource[] = [
  {
    path: '/categories',
    noun: 'category',
    least: { name: 'Hair' },
    defaults: { description: null, color: null, active: true, metadata: {} },
    full: {
      name: 'Nails',
      description: 'Hands\nand feet',
      color: '#1E90FF',
      active: false,
      metadata: { ref: 'N1' },
    },
    kept: ['metadata'],
    nullable: ['description', 'color'],
    faults: {
      name: [' ', BLANK],
      description: [5, TEXT],
      color: ['red', 'must be a hex colour such as #1E90FF'],
      active: ['yes', FLAG],
    },
    neverNull: { name: TEXT, active: FLAG },
    changes: [{ name: 'new' }, { description: 'new' }, { color: '#FFFFFF' }, { active: false }],
    writers: ADMIN_OR_PROVIDER,
  },
  {
    path: '/customers',
    noun: 'customer',
    least: { firstName: 'Mia' },
    defaults: {
      lastName: '',
      email: null,
      phone: null,
      address: null,
      notes: null,
      metadata: {},
      createdAt: '2026-11-20T08:00:00Z',
      erasedAt: null,
    },
    full: {
      firstName: 'Mia',
      lastName: 'Keller',
      email: 'mia.keller@example.com',
      phone: '+49 (30) 90-18.20 x7/8',
      address: '7 Park Lane, 10115 Berlin',
      notes: 'Prefers mornings\nNo perfume',
      metadata: { crm: 'C-7' },
    },
    kept: ['metadata'],
    nullable: ['email', 'phone', 'address', 'notes'],
    faults: {
      firstName: ['x'.repeat(201), 'must be at most 200 characters long'],
      lastName: [7, TEXT],
      email: ['mia@', 'must be an e-mail address'],
      phone: ['call me', 'must be a phone number: 3 to 40 digits, spaces and + - ( ) . x /'],
      address: ['x'.repeat(501), 'must be at most 500 characters long'],
      notes: ['x'.repeat(5_001), 'must be at most 5000 characters long'],
    },
    neverNull: { firstName: TEXT },
    changes: [{ lastName: 'New' }, { phone: '112' }, { address: 'new' }, { notes: 'new' }],
    writers: ALL,
  },
  {
    path: '/services',
    noun: 'service',
    least: { name: 'Haircut', durationMin: 45 },
    defaults: {
      description: null,
      price: null,
      categoryId: null,
      active: true,
      bufferBeforeMin: 0,
      bufferAfterMin: 0,
      slotIntervalMin: null,
      minNoticeMin: 0,
      maxAdvanceDays: 365,
      capacity: 1,
      resources: [],
      providerIds: null,
      metadata: {},
    },
    full: {
      name: 'Perm',
      description: 'Wash, cut\nand blow-dry',
      durationMin: 90,
      price: 38.5,
      active: false,
      bufferBeforeMin: 5,
      bufferAfterMin: 10,
      slotIntervalMin: 15,
      minNoticeMin: 120,
      maxAdvanceDays: 90,
      capacity: 12,
      resources: [{ kind: 'chair', quantity: 2 }],
      providerIds: [],
      metadata: { sku: 'H-45' },
    },
    refer: async (admin) => ({
      categoryId: (await admin.post('/categories', { name: 'Hair' })).body.data.id,
    }),
    kept: ['metadata', 'resources', 'providerIds'],
    nullable: ['description', 'price', 'categoryId', 'slotIntervalMin', 'providerIds'],
    faults: {
      name: [' ', BLANK],
      durationMin: ['45', 'must be an integer from 1 to 1440'],
      price: [-1, 'must be from 0 to 99999999.99'],
      active: [null, FLAG],
    },
    neverNull: {
      name: TEXT,
      durationMin: 'must be an integer from 1 to 1440',
      active: FLAG,
      maxAdvanceDays: 'must be an integer from 0 to 3650',
    },
    changes: [{ name: 'new' }, { price: 7 }, { durationMin: 7 }, { active: false }],
    writers: ADMIN_OR_PROVIDER,
  },
  {
    path: '/resources',
    noun: 'resource',
    least: { name: 'Room 1', kind: 'room' },
    defaults: { locationId: null, active: true, metadata: {}, createdAt: '2026-11-20T08:00:00Z' },
    full: { name: 'Chair by the window', kind: 'chair-2', active: false, metadata: { erp: 'R-2' } },
    refer: async (admin) => ({
      locationId: (await admin.post('/locations', { name: 'Branch' })).body.data.id,
    }),
    kept: ['metadata'],
    nullable: ['locationId'],
    faults: {
      name: [' ', BLANK],
      kind: ['Room', 'must have only lower-case letters a to z, digits and hyphens'],
      locationId: [0, 'must be the id of an existing one, a positive integer'],
      active: [null, FLAG],
    },
    neverNull: { name: TEXT, kind: TEXT, active: FLAG },
    changes: [{ name: 'new' }, { kind: 'new' }, { active: false }, { metadata: { erp: 'new' } }],
    writers: ADMIN_OR_PROVIDER,
  },
  {
    path: '/locations',
    noun: 'location',
    least: { name: 'Main Street' },
    defaults: { address: null, is_primary: false, metadata: {} },
    full: { name: 'Annex', address: 'Am Park 7\n10115 Berlin', metadata: { erp: 'L-1' } },
    kept: ['metadata', 'is_primary'],
    nullable: ['address'],
    faults: {
      name: ['', BLANK],
      address: ['x'.repeat(501), 'must be at most 500 characters long'],
      is_primary: [null, FLAG],
    },
    neverNull: { name: TEXT, is_primary: FLAG },
    changes: [{ name: 'new' }, { address: 'new' }, { metadata: { erp: 'new' } }],
    writers: ALL,
    isPublic: true,
  },
];
