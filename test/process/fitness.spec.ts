import { CommandHost } from '../cli/command-host';
import { ServiceProcess } from './service-process';
import { createEmptyDatabase, type EmptyDatabase } from '../support/database/empty-database';
import { query } from '../support/database/query';
import { superuserUrlOf } from '../support/database/superuser';
import { startTestService } from '../support/test-service';

const ROLE = 'fitness_test_guest';

describe('A database', () => {
  const databases: EmptyDatabase[] = [];
  let commands: CommandHost;

  beforeAll(async () => {
    commands = await CommandHost.start();
    const url = superuserUrlOf((await create()).url);
    await query(url, `drop role if exists ${ROLE}`);
    await query(url, `create role ${ROLE} login password 'secret'`);
  }, 180_000);

  afterAll(async () => {
    await commands.stop();
    const last = await create();
    await Promise.all(databases.filter((database) => database !== last).map((database) => database.drop()));
    await query(superuserUrlOf(last.url), `drop role ${ROLE}`);
    await last.drop();
  });

  async function create(options?: string): Promise<EmptyDatabase> {
    const database = await createEmptyDatabase(options);
    databases.push(database);
    return database;
  }

  /** Returns the URL of the same database for a role that owns nothing in it. */
  function asGuest(databaseUrl: string): string {
    const url = new URL(databaseUrl);
    url.username = ROLE;
    url.password = 'secret';
    return url.href;
  }

  async function refusals(databaseUrl: string) {
    const service = await ServiceProcess.start({ DATABASE_URL: databaseUrl }).end();
    const { code, stdout } = await commands.run({ DATABASE_URL: databaseUrl }, 'doctor', '--json');
    const { checks } = JSON.parse(stdout) as { checks: { check: string; status: string; finding: string }[] };
    const database = checks.find(({ check }) => check === 'database');
    return { service, doctor: { code, status: database?.status, finding: database?.finding } };
  }

  it.each(['LATIN1', 'SQL_ASCII'])(
    'with the encoding %s is refused at start and by doctor',
    async (encoding) => {
      const { url } = await create(`encoding '${encoding}' locale 'C' template template0`);
      const fault = `the encoding of the database "${new URL(url).pathname.slice(1)}" is ${encoding}, and the service needs UTF8`;
      const { service, doctor } = await refusals(url);
      expect(service).toEqual({ code: 1, written: `The service cannot run: Unfit database: ${fault}\n` });
      expect(doctor).toEqual({ code: 1, status: 'fault', finding: expect.stringContaining(fault) });
    },
  );

  it('in which the role may not create schemas and tables is refused at start and by doctor', async () => {
    const { url } = await create();
    const name = new URL(url).pathname.slice(1);
    const fault = `the role "${ROLE}" may not create schemas in the database "${name}"; the role "${ROLE}" may not create tables in the current schema`;
    const { service, doctor } = await refusals(asGuest(url));
    expect(service).toEqual({ code: 1, written: `The service cannot run: Unfit database: ${fault}\n` });
    expect(doctor).toEqual({ code: 1, status: 'fault', finding: expect.stringContaining(fault) });
  });

  it('that lacks a migration and whose tables belong to another role is refused at start', async () => {
    const owner = await startTestService();
    await owner.query('delete from migrations where id = (select max(id) from migrations)');
    await owner.query(`grant create on schema public to ${ROLE}`);
    await owner.query(`grant select on migrations to ${ROLE}`);
    const { service } = await refusals(asGuest(owner.databaseUrl));
    await owner.stop();
    expect(service).toEqual({
      code: 1,
      written: `The service cannot run: Unfit database: the role "${ROLE}" does not own the tables of the service\n`,
    });
  });

  it('with all migrations is accepted, even when the role may not create tables', async () => {
    const owner = await startTestService();
    await owner.query(`grant select, insert, update, delete on all tables in schema public to ${ROLE}`);
    const service = ServiceProcess.start({ DATABASE_URL: asGuest(owner.databaseUrl) });
    const ready = await fetch(`${await service.url()}/health/ready`);
    await service.kill('SIGTERM');
    await owner.stop();
    expect(ready.status).toBe(200);
  });
});
