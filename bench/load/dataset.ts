import { setTimeout as sleep } from 'node:timers/promises';
import { markFolder, prepareFolder, type Filling } from './data/data-folder';
import { dateText, dayOf, mondayOf } from './data/days';
import { fill, takeBack } from './data/fill';
import { CUSTOMERS } from './data/plan';
import { startFloor } from './floor/floor-process';
import type { Bench } from './measure';
import { allOperations } from './operations/all';
import type { Progress } from './progress';
import { Random } from './random';
import type { DatasetReport } from './report/report';
import { residentMb } from './service/process-facts';
import { type ServiceProcess, startService } from './service/service-process';
import { StatementStatistics } from './service/statement-counters';

/** V8 returns what the start needed once little has been allocated for eight seconds. A reading at ten would be before or after that. */
const IDLE_MS = 20_000;

/** The service and the floor, running over one data set. */
export interface Dataset {
  readonly bench: Bench;
  readonly facts: Omit<DatasetReport, 'operations' | 'sequentialScans'>;
  close(): Promise<void>;
}

/**
 * Fills a folder, unless it is filled already, and starts the service on it.
 * @param starts how often the service is started, to measure the start-up time
 * @param only names of operations; empty: all
 * @param settings of the service, in addition to those of every measurement
 */
export async function openDataset(
  folder: string,
  appointments: number,
  starts: number,
  only: readonly string[],
  progress: Progress,
  settings: Readonly<Record<string, string>> = {},
): Promise<Dataset> {
  const { anchor, fillSeconds } = await filled(folder, appointments, progress);
  const { service, startUp } = await started(folder, starts, settings);
  progress.say(`ready after ${startUp.map(Math.round).join(', ')} ms; idle for ${IDLE_MS / 1000} s`);
  await sleep(IDLE_MS);
  const facts = {
    appointments,
    anchor: dateText(anchor),
    fillSeconds,
    startUp,
    idleMb: residentMb(service.pid),
  };
  const statistics = await StatementStatistics.open(service.databaseUrl);
  const floor = await startFloor(service.databaseUrl);
  const today = dayOf(Date.now());
  return {
    facts,
    bench: {
      ...{ service, floor, statistics },
      key: await service.makeKey(),
      ground: { size: appointments, today, dice: new Random(appointments) },
      operations: allOperations(today).filter(({ name }) => only.length === 0 || only.includes(name)),
    },
    close: async () => {
      await floor.stop();
      await statistics.close();
      await service.stop();
    },
  };
}

async function started(
  folder: string,
  starts: number,
  settings: Readonly<Record<string, string>>,
): Promise<{ readonly service: ServiceProcess; readonly startUp: readonly number[] }> {
  let service = await startService(folder, settings);
  const startUp = [service.readyAfterMs];
  while (startUp.length < starts) {
    await service.stop();
    service = await startService(folder, settings);
    startUp.push(service.readyAfterMs);
  }
  return { service, startUp };
}

/** Starts the service on the folder, fills its database unless it is filled already, and stops the service. */
async function filled(folder: string, appointments: number, progress: Progress): Promise<Filling> {
  const today = dayOf(Date.now());
  const found = await prepareFolder(folder, appointments, today);
  const filling = found ?? { appointments, anchor: mondayOf(today) };
  if (found === undefined) await markFolder(folder, filling);
  progress.say(`starting the service over ${folder}`);
  const service = await startService(folder);
  try {
    if (found === undefined) return await fillNow(service, folder, filling, progress);
    progress.say('taking back what earlier runs booked');
    await takeBack(service.databaseUrl, appointments, CUSTOMERS);
    return found;
  } finally {
    await service.stop();
  }
}

async function fillNow(
  { databaseUrl }: ServiceProcess,
  folder: string,
  filling: Filling,
  progress: Progress,
): Promise<Filling> {
  const began = performance.now();
  progress.say(`filling in ${filling.appointments.toLocaleString('en')} appointments`);
  await fill(databaseUrl, filling.appointments, filling.anchor, progress);
  const done = { ...filling, fillSeconds: Math.round((performance.now() - began) / 100) / 10 };
  await markFolder(folder, done);
  progress.say(`filled in ${done.fillSeconds} s`);
  return done;
}
