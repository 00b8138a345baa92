import type { Weekday } from '../../platform/time/weekdays';

/** A studio for hair and wellbeing: the bodies of the requests that would create it. Names stand for ids. */

/** Of its places and providers, whichever zone the business has. */
export const ZONE = 'Europe/Berlin';
export const LOCATIONS = [
  { name: 'Studio Linde', address: 'Lindenstraße 14, 10969 Berlin', timezone: ZONE },
  { name: 'Studio Linde am Ufer', address: 'Paul-Lincke-Ufer 3, 10999 Berlin', timezone: ZONE },
];

export const CATEGORIES = [
  { name: 'Hair', description: 'Cut, colour and beard', color: '#C2410C' },
  { name: 'Massage', description: 'For backs that sit and legs that run', color: '#0F766E' },
  { name: 'Nutrition', color: '#4D7C0F' },
  { name: 'Movement', description: 'In small groups', color: '#6D28D9' },
];

/** A kind of its own, so that no other service takes these rooms. */
const ROOM = { kind: 'demo-room', quantity: 1 };
export const ROOMS = ['Treatment room 1', 'Treatment room 2'].map((name) => ({ name, kind: ROOM.kind }));

export const SERVICES = [
  {
    name: 'Cut and style',
    category: 'Hair',
    durationMin: 45,
    price: 38.5,
    bufferAfterMin: 5,
    slotIntervalMin: 15,
  },
  { name: 'Colour and cut', category: 'Hair', durationMin: 120, price: 110, minNoticeMin: 1_440 },
  { name: 'Beard trim', category: 'Hair', durationMin: 20, price: 18, metadata: { account: '4400' } },
  { name: 'Deep tissue massage', category: 'Massage', durationMin: 60, price: 72, resources: [ROOM] },
  { name: 'Sports massage', category: 'Massage', durationMin: 30, price: 42, bufferAfterMin: 10 },
  { name: 'First consultation', category: 'Nutrition', durationMin: 50, price: 65, minNoticeMin: 120 },
  { name: 'Follow-up call', category: 'Nutrition', durationMin: 20, description: 'Free', maxAdvanceDays: 60 },
  { name: 'Yoga class', category: 'Movement', durationMin: 60, price: 15, capacity: 10 },
];

const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const;
const AT_LUNCH = [{ start: '13:30', end: '14:00' }];
const [LINDE, UFER] = ['Studio Linde', 'Studio Linde am Ufer'];

export const PROVIDERS = [
  {
    name: 'Ines Duarte',
    services: ['Cut and style', 'Colour and cut'],
    // A split shift.
    schedule: [...shifts(LINDE, WEEK, '09:00', '13:00'), ...shifts(LINDE, WEEK, '14:00', '18:00')],
  },
  {
    name: 'Jonas Weiß',
    services: ['Cut and style', 'Beard trim'],
    // At another place in every other week.
    schedule: [
      ...shifts(LINDE, [...WEEK.slice(1), 'saturday'], '10:00', '18:30', { breaks: AT_LUNCH, week: 0 }),
      ...shifts(UFER, [...WEEK.slice(1), 'saturday'], '09:00', '17:00', { breaks: AT_LUNCH, week: 1 }),
    ],
  },
  {
    name: 'Noor Haddad',
    services: ['Deep tissue massage', 'Sports massage', 'First consultation', 'Follow-up call', 'Yoga class'],
    schedule: shifts(UFER, ['monday', 'wednesday', 'friday'], '08:00', '16:00', { breaks: AT_LUNCH }),
  },
];

const NAMES = `
  Zoë Müller, José Álvarez Núñez, Nguyễn Thị Mai, Łukasz Wiśniewski, Søren Østergård, Sinéad O’Brien, Дарья Иванова, 美咲 田中,
  محمد الأحمد, Αλέξανδρος Παπαδόπουλος, Hannah Schröder, François Lefèvre, Ayşe Yıldız, Björk Guðmundsdóttir, 김 민준, Priya Ramanathan,
  Ewa Dąbrowska, Tomáš Dvořák, Chloé Dubois-Martin, Oluwaseun Adébáyọ̀, Lena Hoffmann, Max Hoffmann, נועה כהן, Mateo García, Ioana Țăran,
  Jürgen Groß, Siobhán Ní Dhomhnaill, Đorđe Petrović, สมชาย ใจดี, Mira Kessler, Aarav शर्मा, Gergő Szűcs, Isabel de la Cruz, Olivér Kovács,
  Yara van den Berg, Emil Sørensen, Greta Kühn, 陈 伟, Madonna, Walter Krause`;

export const CUSTOMERS = NAMES.normalize('NFC')
  .split(',')
  .map((name, index) => ({
    name: name.trim(),
    email: mailbox(`customer${index + 1}`),
    // The German regulator reserves these numbers for fiction.
    phone: index % 5 === 4 ? null : `+49 30 23125 ${200 + index}`,
    notes: index % 7 === 1 ? 'Allergic to almond oil' : null,
    metadata: { crmId: `C-${1_000 + index}` },
  }));

/** There are no addresses below `.invalid` (RFC 6761), and the service sends nothing to them. */
export function mailbox(name: string): string {
  return `${name}@demo.invalid`;
}

/** What differs with single providers: known once there are some. */
export const TERMS = [
  { service: 'Cut and style', provider: 'Jonas Weiß', price: 32, options: [{ durationMin: 75, price: 55 }] },
];

/** Who helps with a service. */
export const TEAMS = [{ service: 'Colour and cut', helpers: ['Jonas Weiß'] }];

/** Which services start at classes alone, and when. */
export const TIMETABLES = [
  {
    service: 'Yoga class',
    provider: 'Noor Haddad',
    days: ['monday', 'wednesday', 'friday'],
    start: '12:00',
    location: UFER,
  },
] as const;

export interface Shift {
  readonly day: Weekday;
  readonly start: string;
  readonly end: string;
  readonly breaks: typeof AT_LUNCH;
  readonly location: string;
  /** In the even or the odd weeks only; absent: in each. */
  readonly week?: 0 | 1;
}

function shifts(
  location: string,
  days: readonly Weekday[],
  start: string,
  end: string,
  { breaks = [], ...week }: Partial<Pick<Shift, 'breaks' | 'week'>> = {},
): Shift[] {
  return days.map((day) => ({ day, start, end, breaks, location, ...week }));
}
