import { Client } from 'pg';
import { connect } from '../service/built-service';

/** The databases of one server: each turn has a copy of one that is ready. */
export class Databases {
  private count = 0;

  /** @param url of the superuser */
  constructor(private readonly url: string) {}

  /** A migrated database without data. */
  async migrated(): Promise<string> {
    const name = await this.create('create database');
    const dataSource = await connect(this.urlOf(name)).initialize();
    try {
      await dataSource.runMigrations({ transaction: 'all' });
    } finally {
      await dataSource.destroy();
    }
    return name;
  }

  /** @returns the name of the copy */
  copy(name: string): Promise<string> {
    return this.create('create database', `template ${name}`);
  }

  async drop(name: string): Promise<void> {
    await this.run(this.url, `drop database ${name}`);
  }

  urlOf(name: string): string {
    return Object.assign(new URL(this.url), { pathname: `/${name}` }).href;
  }

  async rows<Row>(name: string, text: string): Promise<readonly Row[]> {
    return (await this.run(this.urlOf(name), text)) as readonly Row[];
  }

  async postmaster(): Promise<number> {
    const text = `select split_part(pg_read_file('postmaster.pid'), e'\\n', 1)::int as pid`;
    const [row] = (await this.run(this.url, text)) as readonly { pid: number }[];
    return row?.pid ?? NaN;
  }

  private async create(how: string, from = ''): Promise<string> {
    const name = `imports_${++this.count}`;
    await this.run(this.url, `${how} ${name} ${from}`);
    return name;
  }

  private async run(url: string, text: string): Promise<readonly unknown[]> {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<object>(text)).rows;
    } finally {
      await client.end();
    }
  }
}
