import {
  NO_SPECIAL_HOURS,
  type ResourceCalendar,
  specialHours,
  weeklyHours,
} from '../../booking/availability/engine';
import { getDay } from '../../platform/time/local-date';
import { localDateOf } from '../../platform/time/zones/wall-clock';
import { demoAbsences, demoSpecialDay } from './demo-absences';
import { BUSINESS_HOURS, PROVIDERS, RESOURCES, SERVICES } from './demo-business';
import { type BusinessIds, idOf } from './demo-rows';
import type { DiaryProvider, DiaryService } from './diary/diary-entry';

/** The defaults of a service. */
const RULES = {
  isAvailable: true,
  bufferBeforeMin: 0,
  bufferAfterMin: 0,
  slotIntervalMin: null,
  minNoticeMin: 0,
  maxAdvanceDays: 365,
  capacity: 1,
  resources: [],
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
      busyElsewhere: [],
      busy: [],
      sessions: [],
    },
    services: provider.services.map((name) => serviceOf(name, ids)),
    locationId: idOf(ids.locations, provider.location),
  }));
}

/** The resources of the demo business, as the engine reads them. @param now epoch ms */
export function demoResources(ids: BusinessIds, now: number, zone: string): ResourceCalendar[] {
  const { maintenance } = demoAbsences(now, zone);
  return RESOURCES.map(({ name, kind, location }) => ({
    id: idOf(ids.resources, name),
    kind,
    locationId: idOf(ids.locations, location),
    timeOff: name === maintenance.resource ? [maintenance] : [],
    busy: [],
  }));
}

function serviceOf(name: string, ids: BusinessIds): DiaryService {
  const service = SERVICES.find((candidate) => candidate.name === name);
  if (service === undefined) throw new Error(`the demo business does not offer ${name}`);
  const { resources: needs, ...rules } = { ...RULES, ...service };
  return { ...rules, needs, id: idOf(ids.services, name) };
}
