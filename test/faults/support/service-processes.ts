import { choosePort } from '../../../embedded-postgres/src/server/server-port';
import { ServiceProcess, type StartOptions } from '../../process/service-process';
import { BookingLoad } from './booking-load';

type Environment = Readonly<Record<string, string>>;

/** Starts the processes of a test, and ends those that are left. */
export class ServiceProcesses {
  private readonly started: ServiceProcess[] = [];

  start(environment: Environment, options?: StartOptions): ServiceProcess {
    const service = ServiceProcess.start(
      { RATE_LIMIT: '1000000', LOG_LEVEL: 'error', ...environment },
      options,
    );
    this.started.push(service);
    void service.end().then(({ code, written }) => {
      if (code !== null && code !== 0) process.stderr.write(`    a process ended with ${code}: ${written}\n`);
    });
    return service;
  }

  /** Kills all processes, and stops all load. */
  async killAll(): Promise<void> {
    BookingLoad.endAll();
    await Promise.all(this.started.splice(0).map((service) => service.kill('SIGKILL')));
  }
}

/** A port for a service that is restarted on it: outside the range of outgoing connections. */
export async function choosePortText(): Promise<string> {
  return String(await choosePort(String(Math.random())));
}
