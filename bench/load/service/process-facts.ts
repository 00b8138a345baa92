import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks of /proc: 100 a second on every Linux. */
const TICK_MS = 10;

/** Resident memory of a process in MB; undefined where there is no /proc. */
export function residentMb(pid: number): number | undefined {
  const kb = /^VmRSS:\s+(\d+) kB$/m.exec(procFile(pid, 'status'))?.[1];
  return kb === undefined ? undefined : Number(kb) / 1024;
}

/** Processor time that a process has taken so far, in ms; undefined where there is no /proc. */
export function processorMs(pid: number): number | undefined {
  const times = processorTimes(pid);
  return times && times.own + times.kernel;
}

/** The same, divided into that of the process's own code and that of the kernel. */
export function processorTimes(pid: number): { readonly own: number; readonly kernel: number } | undefined {
  const fields = statOf(pid);
  return fields && { own: ticks(fields, 11) * TICK_MS, kernel: ticks(fields, 12) * TICK_MS };
}

/** The same of a process and its children, those that have ended included. */
export function familyMs(pid: number): number | undefined {
  const fields = statOf(pid);
  if (fields === undefined) return undefined;
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((child) => child?.[1] === String(pid));
  const living = children.reduce((sum, child) => sum + ticks(child ?? [], 11, 12), 0);
  return (living + ticks(fields, 11, 12, 13, 14)) * TICK_MS;
}

/** The same of the children of a process that have ended. */
export function endedChildrenMs(pid: number): number | undefined {
  const fields = statOf(pid);
  return fields && ticks(fields, 13, 14) * TICK_MS;
}

/**
 * The fields behind the name, which is in parentheses and may hold spaces: the parent is the second one; `utime` and `stime` are
 * the 12th and 13th, those of children that have ended the 14th and 15th.
 */
function statOf(pid: number): readonly string[] | undefined {
  return procFile(pid, 'stat').split(') ')[1]?.split(' ');
}

function ticks(fields: readonly string[], ...indices: readonly number[]): number {
  return indices.reduce((sum, index) => sum + Number(fields[index]), 0);
}

function procFile(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}
