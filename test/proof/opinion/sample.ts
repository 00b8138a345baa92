import moment from 'moment-timezone';
import { BusinessMaker, type RandomBusiness } from '../../support/random-business/random-business';

const QUESTIONS = 40;
/** In the short form, in which there are more businesses for as many days. */
const FEW_QUESTIONS = 20;
/** Those of the businesses, and of their providers and places. */
export const ZONES = [
  ...['Africa/Cairo', 'America/Asuncion', 'America/Bogota', 'America/New_York', 'America/Nuuk'],
  ...['America/Santiago', 'America/St_Johns', 'Antarctica/Troll', 'Asia/Beirut', 'Asia/Gaza'],
  ...['Asia/Jerusalem', 'Asia/Kathmandu', 'Asia/Tokyo', 'Atlantic/Azores', 'Australia/Lord_Howe'],
  ...['Europe/Berlin', 'Europe/Dublin', 'Europe/Lisbon', 'Pacific/Chatham', 'UTC'],
];
const FIRST_YEAR = 2026;
const YEARS = 11;

/** The business of a seed. 220 seeds in a row have each zone in each year; most businesses meet a change of the clock, if the zone has one. */
export function businessOf(seed: number, isShort = false): RandomBusiness {
  const zone = ZONES[(seed * 7) % ZONES.length] ?? '';
  const year = FIRST_YEAR + (seed % YEARS);
  const changes = changesBetween(zone, Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1));
  const change = seed % 10 < 6 ? changes[seed % Math.max(changes.length, 1)] : undefined;
  const anchor = change ?? Date.UTC(year, 0, 1 + ((seed * 101) % 364));
  return new BusinessMaker(seed, zone, ZONES, anchor).make(isShort ? FEW_QUESTIONS : QUESTIONS);
}

/** Whether the clock of a zone changes on a date or in the nights around it. */
export function changesAround(zone: string, date: string): boolean {
  const noon = Date.parse(`${date}T12:00Z`);
  return changesBetween(zone, noon - 86_400_000, noon + 86_400_000).length > 0;
}

function changesBetween(zone: string, from: number, to: number): readonly number[] {
  const untils = moment.tz.zone(zone)?.untils ?? [];
  return untils.filter((until) => until >= from && until < to);
}
