import type { Sample } from './sample';
import { type Point, secondHalf, slopeOf } from './slope';

/** A value that must not rise for ever. */
interface Limit {
  readonly title: string;
  readonly unit: string;
  readonly of: (sample: Sample, samples: readonly Sample[]) => number;
  /** The most that it may rise in an hour. */
  readonly perHour: number;
}

/** V8 collects the whole heap, and other load of the machine pauses, within so many samples. */
const CALM_WITHIN = 15;

/** What a booking takes of the disk may not rise: tables grow with what is written, and with nothing else. */
const kibPerWrite = (sample: Sample, samples: readonly Sample[]): number => {
  const [first = sample] = samples;
  return ((sample.databaseMb - first.databaseMb) * 1_024) / Math.max(1, sample.writes - first.writes);
};

/**
 * The least of the last samples: what garbage collection leaves of memory, and what a pool and an answer need when no other program uses
 * the machine. A leak raises it, too.
 */
const leastOf =
  (value: (sample: Sample) => number): Limit['of'] =>
  (sample, samples) => {
    const index = samples.indexOf(sample);
    return Math.min(...samples.slice(Math.max(1, index - CALM_WITHIN + 1), index + 1).map(value));
  };

/** The thresholds. A steady service is far below them; a leak of one small object a request is above. */
export const LIMITS: readonly Limit[] = [
  { title: 'Resident memory', unit: 'MB', of: ({ residentMb }) => residentMb, perHour: 30 },
  { title: 'JavaScript heap', unit: 'MB', of: leastOf(({ heapMb }) => heapMb), perHour: 15 },
  { title: 'Open files and sockets', unit: '', of: leastOf(({ openFiles }) => openFiles), perHour: 6 },
  { title: 'Connections to PostgreSQL', unit: '', of: leastOf(({ connections }) => connections), perHour: 2 },
  { title: 'Jobs due and not done', unit: '', of: ({ dueJobs }) => dueJobs, perHour: 60 },
  { title: 'Pending deliveries', unit: '', of: ({ pendingDeliveries }) => pendingDeliveries, perHour: 60 },
  { title: 'Audit entries without a number', unit: '', of: ({ unnumbered }) => unnumbered, perHour: 60 },
  { title: 'Holds that ended long ago', unit: '', of: ({ staleHolds }) => staleHolds, perHour: 60 },
  { title: 'Share of dead rows', unit: '%', of: ({ deadShare }) => deadShare * 100, perHour: 20 },
  { title: 'Disk for each write', unit: 'KiB', of: kibPerWrite, perHour: 4 },
  { title: 'Median time of an answer', unit: 'ms', of: leastOf(({ medianMs }) => medianMs), perHour: 20 },
];

/** A shorter run shows how caches fill, not what leaks. */
export const SHORTEST_JUDGED_MIN = 25;

export interface Verdict {
  readonly title: string;
  readonly unit: string;
  readonly points: readonly Point[];
  readonly perHour: number;
  readonly limitPerHour: number;
  /** Undefined: the run was too short to judge. */
  readonly isLeak: boolean | undefined;
}

export function judge(samples: readonly Sample[]): Verdict[] {
  const isJudged = (samples.at(-1)?.minutes ?? 0) >= SHORTEST_JUDGED_MIN;
  return LIMITS.map(({ title, unit, of, perHour: limitPerHour }) => {
    // Nothing was written before the first sample.
    const points = samples.slice(1).map((each) => ({ hours: each.minutes / 60, value: of(each, samples) }));
    const perHour = slopeOf(secondHalf(points));
    return {
      title,
      unit,
      points,
      perHour,
      limitPerHour,
      isLeak: isJudged ? perHour > limitPerHour : undefined,
    };
  });
}
