import { Client } from 'pg';
import type { TestService } from './test-service';

/** A transaction on a connection of its own, which ends when the test says so. */
export class OpenWrite {
  private constructor(private readonly client: Client) {}

  static async begin({ databaseUrl }: TestService): Promise<OpenWrite> {
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query('begin');
    return new OpenWrite(client);
  }

  /** Adds a category. */
  async add(name: string): Promise<this> {
    await this.client.query(
      'insert into categories (name, created_at, updated_at) values ($1, now(), now())',
      [name],
    );
    return this;
  }

  async run(sql: string): Promise<void> {
    await this.client.query(sql);
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    await this.client.query(how);
    await this.client.end();
  }
}
