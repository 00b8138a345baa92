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
export const SCENES: readonly Scene[] = STAGED.map(([zone, first]) => ({
  zone,
  dates: [0, 1, 2].map((days) => Temporal.PlainDate.from(first).add({ days }).toString()),
}));

/** Those without a change of the clock, for which the engine has shorter ways. */
export const ORDINARY_SCENES = SCENES.slice(0, 2);

const TAPES = new Map<Scene, Tape>();

/** Builds a tape on first use and caches it: a tape takes a few thousand conversions. */
export function tapeOf(scene: Scene): Tape {
  const known = TAPES.get(scene);
  if (known) return known;
  const tape = new Tape(scene);
  TAPES.set(scene, tape);
  return tape;
}
