import { EasyAppointmentsServer, type EasyVersion } from '../../support/easy-appointments';
import { startTestService, type TestService } from '../../support/test-service';
import { CommandHost } from '../command-host';
import { ImportFiles } from './import-files';

export const ZONE = 'Europe/Berlin';

/** A running Easy!Appointments, an empty service, and the command that imports the one into the other. */
export class EasyImports {
  private constructor(
    readonly easy: EasyAppointmentsServer,
    readonly service: TestService,
    readonly files: ImportFiles,
    private readonly host: CommandHost,
  ) {}

  static async start(version?: EasyVersion): Promise<EasyImports> {
    const host = await CommandHost.start();
    const service = await startTestService({ environment: { BUSINESS_TIMEZONE: ZONE } });
    const files = await ImportFiles.create(host, service, ZONE);
    return new EasyImports(await EasyAppointmentsServer.start(version), service, files, host);
  }

  async stop(): Promise<void> {
    this.easy.stop();
    await Promise.all([this.host.stop(), this.service.stop(), this.files.remove()]);
  }

  get environment() {
    return { ...this.files.environment, EASY_APPOINTMENTS_TOKEN: this.easy.token };
  }

  /** Imports, and returns the counts, the exit code and the reasons of what was refused, by what it is. */
  async run(...args: string[]) {
    const rejected = this.files.path('rejected.csv');
    const command = ['import', 'easy-appointments', '--url', this.easy.url, '--json', '--rejected', rejected];
    const { code, stdout, stderr } = await this.host.run(this.environment, ...command, ...args);
    const counts = stdout === '' ? undefined : (JSON.parse(stdout) as object);
    return {
      code,
      counts,
      stderr,
      refused: code === 1 ? {} : reasonsIn(await this.files.read('rejected.csv')),
    };
  }

  /** Runs the command with these options alone. */
  runBare(environment: Readonly<Record<string, string>>, ...args: string[]) {
    const own = { ...this.files.environment, ...environment };
    return this.host.run(own, 'import', 'easy-appointments', ...args);
  }

  async get(path: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
    return (await this.service.admin.get(path)).body.data as readonly Readonly<Record<string, unknown>>[];
  }

  /** Our id of what has an id there. */
  async idOf(resource: string, theirs: number): Promise<number> {
    const [found] = await this.get(`/${resource}?metadata[importedFrom]=easy-appointments:${theirs}`);
    if (found === undefined) throw new Error(`${resource} ${theirs} is not here`);
    return found['id'] as number;
  }
}

/** Reads a file of rejected rows: `what,id,row,line,reason`, of which the row is JSON in quotation marks. */
function reasonsIn(text: string): Readonly<Record<string, string>> {
  const lines = text.split('\r\n').slice(1, -1);
  return Object.fromEntries(
    lines.map((line) => {
      const [, what = '', id = '', , , reason = ''] =
        /^([^,]*),(\d+),("(?:[^"]|"")*"),(),(.*)$/.exec(line) ?? [];
      return [`${what} ${id}`, reason.replace(/^"(.*)"$/, '$1').replaceAll('""', '"')];
    }),
  );
}
