import { NO_SPECIAL_HOURS, specialHours, weeklyHours } from '../../booking/availability/engine';
import { getDay } from '../../platform/time/local-date';
import { localDateOf } from '../../platform/time/wall-clock';
import { demoAbsences, demoSpecialDay } from './demo-absences';
import { BUSINESS_HOURS, PROVIDERS, SERVICES } from './demo-business';
import type { DiaryProvider, DiaryService } from './demo-diary';
import { type BusinessIds, idOf } from './demo-rows';

/** The defaults of a service. */
const RULES = {
  isAvailable: true,
  bufferBeforeMin: 0,
  bufferAfterMin: 0,
  slotIntervalMin: null,
  minNoticeMin: 0,
  maxAdvanceDays: 365,
  capacity: 1,
} as const;

/** The calendars of the demo business, as the engine reads them. @param now epoch ms */
export function demoCalendars(ids: BusinessIds, now: number, zone: string): DiaryProvider[] {
  const { closure, timeOff } = demoAbsences(now, zone);
  const special = demoSpecialDay(localDateOf(now, zone));
  const onSpecialDay = specialHours(null, NO_SPECIAL_HOURS, new Map([[getDay(special.date), special.hours]]));
  return PROVIDERS.map((provider) => ({
    calendar: {
      providerId: idOf(ids.providers, provider.name),
      isAvailable: true,
      offersService: true,
      timeZone: zone,
      hours: weeklyHours(provider.schedule, BUSINESS_HOURS),
      special: provider.name === special.provider ? onSpecialDay : NO_SPECIAL_HOURS,
      closures: [closure],
      timeOff: provider.name === timeOff.provider ? [timeOff] : [],
      busy: [],
      sessions: [],
    },
    services: provider.services.map((name) => serviceOf(name, ids)),
    locationId: idOf(ids.locations, provider.location),
  }));
}

function serviceOf(name: string, ids: BusinessIds): DiaryService {
  const service = SERVICES.find((candidate) => candidate.name === name);
  if (service === undefined) throw new Error(`the demo business does not offer ${name}`);
  return { ...RULES, ...service, id: idOf(ids.services, name) };
}
