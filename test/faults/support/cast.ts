import { choosePort } from '../../../embedded-postgres/src/server/server-port';
import { ServiceProcess, type StartOptions } from '../../process/service-process';
import { Storm } from './storm';

type Environment = Readonly<Record<string, string>>;

/** The processes of a test. */
export class Cast {
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

  /** Ends all that still run, however, and whoever still asks them. */
  async dismiss(): Promise<void> {
    Storm.endAll();
    await Promise.all(this.started.splice(0).map((service) => service.kill('SIGKILL')));
  }
}

/** A port for a service that is started again where it was; not one that an outgoing connection might be given. */
export async function aPort(): Promise<string> {
  return String(await choosePort(String(Math.random())));
}
