import { readFileSync } from 'node:fs';

/** Clock ticks of /proc: 100 a second on every Linux. */
const TICK_MS = 10;

/** Resident memory of a process in MB; undefined where there is no /proc. */
export function residentMb(pid: number): number | undefined {
  const kb = /^VmRSS:\s+(\d+) kB$/m.exec(procFile(pid, 'status'))?.[1];
  return kb === undefined ? undefined : Number(kb) / 1024;
}

/** Processor time that a process has taken so far, in ms; undefined where there is no /proc. */
export function processorMs(pid: number): number | undefined {
  // The name, in parentheses, may hold spaces; `utime` and `stime` are the 12th and 13th fields behind it.
  const fields = procFile(pid, 'stat').split(') ')[1]?.split(' ');
  return fields === undefined ? undefined : (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

function procFile(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}
