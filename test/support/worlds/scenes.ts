import { Temporal } from './temporal';
import { type Scene, Tape } from './tape';

/** The zone and the first of three dates of each scene. */
const STAGED: readonly (readonly [string, string])[] = [
  ['UTC', '2026-02-27'],
  ['Asia/Kathmandu', '2026-05-10'],
  ['Europe/Berlin', '2026-03-28'],
  ['Europe/Berlin', '2026-10-24'],
  ['America/New_York', '2026-03-07'],
  ['America/New_York', '2026-10-31'],
  ['America/Sao_Paulo', '2018-11-03'], // gap at midnight
  ['America/Sao_Paulo', '2018-02-16'], // back from midnight to 23:00
  ['Australia/Lord_Howe', '2026-04-04'], // half an hour
  ['Australia/Lord_Howe', '2026-10-03'],
  ['Africa/Cairo', '2026-04-23'],
  ['Africa/Cairo', '2026-10-29'],
  ['Asia/Beirut', '2026-03-28'],
  ['America/Santiago', '2026-09-05'],
  ['Pacific/Chatham', '2026-04-04'],
  ['Pacific/Chatham', '2026-09-26'],
  ['Pacific/Apia', '2011-12-29'], // 30 December does not exist
  ['America/St_Johns', '2010-11-06'], // back from 00:01 to 23:01
  ['America/Havana', '2025-11-01'], // back from 01:00 to 00:00
  ['Asia/Pyongyang', '2018-05-03'], // from 23:30 to midnight
  ['Europe/Berlin', '2027-01-02'], // from week 53 of a year to week 1
];

/** The scenes of the random worlds: dates on which calendars often go wrong, and two ordinary ones. */
export const SCENES: readonly Scene[] = STAGED.map(([zone, first]) => sceneOf(zone, first));

/**
 * Those with places in two other zones, at most eleven hours away: further ones would need longer tapes. Mostly, the clock changes in only
 * one of the zones.
 */
export const SCENES_WITH_PLACES: readonly {
  readonly scene: Scene;
  readonly zones: readonly [string, string];
}[] = (
  [
    ['Europe/Berlin', '2026-03-28', 'America/New_York', 'Asia/Tokyo'],
    ['America/New_York', '2026-03-28', 'Europe/Berlin', 'Europe/London'],
    ['Europe/London', '2026-10-31', 'America/New_York', 'Asia/Kolkata'],
    ['America/New_York', '2026-10-31', 'Africa/Lagos', 'America/Panama'],
    ['Asia/Kathmandu', '2026-10-24', 'Europe/Berlin', 'Africa/Cairo'],
    ['UTC', '2026-04-03', 'Australia/Lord_Howe', 'Europe/Lisbon'],
    ['Australia/Lord_Howe', '2026-04-04', 'Pacific/Chatham', 'Asia/Singapore'], // in both on one date
    ['America/Sao_Paulo', '2018-11-03', 'America/New_York', 'Europe/Lisbon'],
    ['Europe/Lisbon', '2018-02-16', 'America/Sao_Paulo', 'Europe/Madrid'],
    ['Africa/Cairo', '2026-04-23', 'Asia/Dubai', 'Europe/Athens'],
    ['Asia/Kathmandu', '2026-05-10', 'Asia/Tokyo', 'UTC'], // in none
  ] as const
).map(([zone, first, ...zones]) => ({ scene: sceneOf(zone, first), zones }));

function sceneOf(zone: string, first: string): Scene {
  const dates = [0, 1, 2].map((days) => Temporal.PlainDate.from(first).add({ days }).toString());
  return { zone, dates };
}

/** Those without a change of the clock, for which the engine has shorter ways. */
export const ORDINARY_SCENES = SCENES.slice(0, 2);

const TAPES = new Map<Scene, Map<string, Tape>>();

/** Builds a tape on first use and caches it: a tape takes a few thousand conversions. @param zone that of the scene, or of a place */
export function tapeOf(scene: Scene, zone = scene.zone): Tape {
  const ofScene = TAPES.get(scene) ?? new Map<string, Tape>();
  TAPES.set(scene, ofScene);
  const known = ofScene.get(zone);
  if (known) return known;
  const tape = new Tape(scene, zone);
  ofScene.set(zone, tape);
  return tape;
}
