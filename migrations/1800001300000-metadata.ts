import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['appointments', 'services', 'categories', 'providers', 'customers', 'locations', 'resources'];

/** What integrators keep with a resource: a flat object of texts. */
export class Metadata1800001300000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await queryRunner.query(`
        alter table ${table} add column metadata jsonb not null default '{}';
        -- Lists with metadata[key]=value. A row without metadata is not in the index, so a write of such a row does not touch it.
        -- Without fastupdate no write has to sort the entries of others into the index, and no list has to read them one by one.
        create index ${table}_metadata_idx on ${table} using gin (metadata jsonb_path_ops) with (fastupdate = off)
          where metadata <> '{}';
      `);
    }
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of TABLES) await queryRunner.query(`alter table ${table} drop column metadata`);
  }
}
