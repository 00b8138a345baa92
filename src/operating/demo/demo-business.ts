import type { BusinessHours, ScheduleEntry } from '../../booking/availability/engine';
import type { Weekday } from '../../platform/time/weekdays';

/** A studio for hair and wellbeing, with three people and two addresses. Names stand for ids until rows have them. */

export const BUSINESS_HOURS: BusinessHours = {
  startMin: 8 * 60,
  endMin: 20 * 60,
  days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'],
};

export const LOCATIONS = [
  { name: 'Studio Linde', address: 'Lindenstraße 14, 10969 Berlin', isPrimary: true },
  { name: 'Studio Linde am Ufer', address: 'Paul-Lincke-Ufer 3, 10999 Berlin', isPrimary: false },
] as const;

export const CATEGORIES = [
  { name: 'Hair', description: 'Cut, colour and beard', color: '#C2410C' },
  { name: 'Massage', description: 'For backs that sit and legs that run', color: '#0F766E' },
  { name: 'Nutrition', description: null, color: '#4D7C0F' },
  { name: 'Movement', description: 'In small groups', color: '#6D28D9' },
] as const;

/** Where the massages are given. */
export const RESOURCES = [
  { name: 'Treatment room 1', kind: 'room', location: 'Studio Linde am Ufer' },
  { name: 'Treatment room 2', kind: 'room', location: 'Studio Linde am Ufer' },
] as const;

/** The services. Absent members have their defaults. */
export const SERVICES = [
  {
    name: 'Haircut',
    category: 'Hair',
    description: 'Wash, cut and blow-dry',
    durationMin: 45,
    price: 38.5,
    bufferAfterMin: 5,
    slotIntervalMin: 15,
    metadata: { account: '4400' },
  },
  {
    name: 'Colour and cut',
    category: 'Hair',
    description: null,
    durationMin: 120,
    price: 110,
    bufferAfterMin: 15,
    slotIntervalMin: 30,
    minNoticeMin: 1_440,
  },
  { name: 'Beard trim', category: 'Hair', description: null, durationMin: 20, price: 18 },
  {
    name: 'Deep tissue massage',
    category: 'Massage',
    description: 'Please come ten minutes early the first time',
    durationMin: 60,
    price: 72,
    bufferBeforeMin: 5,
    bufferAfterMin: 15,
    resources: [{ kind: 'room', quantity: 1 }],
  },
  {
    name: 'Sports massage',
    category: 'Massage',
    description: null,
    durationMin: 30,
    price: 42,
    bufferAfterMin: 10,
  },
  {
    name: 'First consultation',
    category: 'Nutrition',
    description: 'Where you are, and where you want to be',
    durationMin: 50,
    price: 65,
    bufferAfterMin: 10,
    minNoticeMin: 120,
  },
  {
    name: 'Follow-up call',
    category: 'Nutrition',
    description: 'By phone, free of charge',
    durationMin: 20,
    price: null,
    maxAdvanceDays: 60,
  },
  {
    name: 'Yoga class',
    category: 'Movement',
    description: 'For beginners, too; mats are there',
    durationMin: 60,
    price: 15,
    capacity: 10,
  },
] as const;

export const PROVIDERS = [
  {
    name: 'Ana Silva',
    email: 'ana.silva@example.com',
    phone: '+49 30 23125 101',
    slug: 'ana-silva',
    color: '#1E90FF',
    location: 'Studio Linde',
    services: ['Haircut', 'Colour and cut'],
    // A split shift.
    schedule: week(['monday', 'tuesday', 'wednesday', 'thursday', 'friday'], ['09:00-13:00', '14:00-18:00']),
  },
  {
    name: 'Jonas Weiß',
    email: 'jonas.weiss@example.com',
    phone: '+49 30 23125 102',
    slug: 'jonas-weiss',
    color: '#E11D48',
    location: 'Studio Linde',
    services: ['Haircut', 'Beard trim'],
    schedule: week(
      ['tuesday', 'wednesday', 'thursday', 'friday', 'saturday'],
      ['10:00-18:30'],
      ['13:30-14:00'],
    ),
  },
  {
    name: 'Noor Haddad',
    email: 'noor.haddad@example.com',
    phone: null,
    slug: 'noor-haddad',
    color: '#7C3AED',
    location: 'Studio Linde am Ufer',
    services: ['Deep tissue massage', 'Sports massage', 'First consultation', 'Follow-up call', 'Yoga class'],
    schedule: [
      ...week(['monday', 'wednesday', 'friday'], ['08:00-16:00'], ['12:00-12:45']),
      ...week(['thursday'], ['14:00-20:00'], ['17:00-17:30']),
    ],
  },
] as const;

function week(
  days: readonly Weekday[],
  shifts: readonly string[],
  breaks: readonly string[] = [],
): ScheduleEntry[] {
  return days.flatMap((day) =>
    shifts.map((shift) => ({ day, ...stretch(shift), breaks: breaks.map(stretch) })),
  );
}

/** @param text such as `09:00-13:00` */
function stretch(text: string): { startMin: number; endMin: number } {
  const [startMin = 0, endMin = 0] = text.split('-').map((time) => {
    const [hours = 0, minutes = 0] = time.split(':').map(Number);
    return hours * 60 + minutes;
  });
  return { startMin, endMin };
}
