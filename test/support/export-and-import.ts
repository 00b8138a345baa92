import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DynamicModule, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { BusinessExport } from '../../src/operating/business-export/business-export';
import { FOLDER_IMPORT, FolderImport } from '../../src/operating/imports/folder/folder-import';
import { Config } from '../../src/platform/config/config';
import { CoreModule } from '../../src/platform/core.module';
import { DatabaseConnection } from '../../src/platform/database/connection/connection';
import type { TestService } from './test-service';

@Module({})
class Commands {
  static of({ app, databaseUrl, clock }: TestService): DynamicModule {
    const core = CoreModule.forRoot({ config: app.get(Config), databaseUrl, clock });
    const { imports, providers } = FOLDER_IMPORT;
    return { module: Commands, imports: [core, ...imports], providers };
  }
}

/** A new folder, with what `export` writes there on the clock of the service. */
export async function exported(service: TestService): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'export-'));
  await withCommands(service, (commands) => commands.get(BusinessExport).write(folder, () => undefined));
  return folder;
}

const ignore = () => undefined;

/** As `import folder --from`, on the clock of the service. */
export async function imported(service: TestService, path: string): Promise<void> {
  const request = { path, dryRun: false };
  await withCommands(service, (commands) =>
    commands.get(FolderImport).run(request, { say: ignore, progress: ignore }),
  );
}

/** The lines of all files of an export, but for when an appointment was last changed. Deletes the folder. */
export async function linesOf(folder: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const names = (await readdir(folder)).toSorted();
  const files = names.map(
    async (name) => [name, linesIn(await readFile(join(folder, name), 'utf8'))] as const,
  );
  const lines = new Map(await Promise.all(files));
  await rm(folder, { recursive: true });
  return lines;
}

/**
 * A member in JSON, the last column of comma-separated values, and what a calendar derives from it and from the instance. The seats of what
 * has expired are not brought back; `claimsOf` has those of all others.
 */
const CHANGING = [
  /"isSeated":(true|false),/g,
  /"+updatedAt"+:"+[^"]*"+/g,
  /,\d{4}-\d\d-\d\dT[^,\r\n]*(?=\r$)/gm,
  /^(UID|SEQUENCE|DTSTAMP|LAST-MODIFIED|CREATED)[^]*?\r$/gm,
];

function linesIn(text: string): readonly string[] {
  return CHANGING.reduce((left, changing) => left.replaceAll(changing, ''), text).split('\n');
}

/**
 * What appointments have taken, but for what has expired: the names of sessions are the first appointments in them, and seats are counted,
 * because their numbers may be others.
 */
export function claimsOf(service: TestService): Promise<object[]> {
  return service.query(
    `select provider_id, resource_id, busy::text, appointment_id, expires_at, seats is not null as is_seated,
       (select sum(upper(seat) - lower(seat)) from unnest(seats) seat) as seats, min(appointment_id) over (partition by session) as session
     from claims where appointment_id is not null and (expires_at is null or expires_at > $1)
     order by appointment_id, provider_id, resource_id`,
    [new Date(service.clock.now())],
  );
}

async function withCommands<T>(
  service: TestService,
  work: (commands: Awaited<ReturnType<typeof NestFactory.createApplicationContext>>) => Promise<T>,
): Promise<T> {
  const commands = await NestFactory.createApplicationContext(Commands.of(service), {
    logger: false,
    abortOnError: false,
  });
  try {
    await commands.get(DatabaseConnection).open();
    return await work(commands);
  } finally {
    await commands.close();
  }
}
