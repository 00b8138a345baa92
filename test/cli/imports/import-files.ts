import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestService } from '../../support/test-service';
import type { CommandHost } from '../command-host';
import type { Ended } from '../run-cli';

/** A folder of files to import, and the command that imports them into the database of a service. */
export class ImportFiles {
  private constructor(
    readonly folder: string,
    private readonly host: CommandHost,
    private readonly service: TestService,
    private readonly zone: string,
  ) {}

  static async create(host: CommandHost, service: TestService, zone = 'UTC'): Promise<ImportFiles> {
    return new ImportFiles(await mkdtemp(join(tmpdir(), 'imports-')), host, service, zone);
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  async write(name: string, content: string | Uint8Array): Promise<string> {
    await writeFile(this.path(name), content);
    return this.path(name);
  }

  async makeFolder(name: string): Promise<void> {
    await mkdir(this.path(name));
  }

  read(name: string): Promise<string> {
    return readFile(this.path(name), 'utf8');
  }

  get environment() {
    return { DATABASE_URL: this.service.databaseUrl, BUSINESS_TIMEZONE: this.zone };
  }

  run(...args: string[]): Promise<Ended> {
    return this.host.run(this.environment, 'import', ...args);
  }

  /** Imports a text of comma-separated values, and returns the counts and the exit code. */
  async csv(kind: string, content: string | Uint8Array, ...args: string[]) {
    const path = await this.write(`${kind}.csv`, content);
    const { code, stdout, stderr } = await this.run('csv', `--${kind}`, path, '--json', ...args);
    return { code, counts: stdout === '' ? undefined : (JSON.parse(stdout) as object), stderr };
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true });
  }
}

export function counts(taken: number, unchanged: number, refused: number): object {
  return { taken, unchanged, refused };
}
