import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the rows of other systems have become here, so that an import can run again. */
export class ImportSources1800003770000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- Not audited: the rows themselves are. No foreign keys: a row that was deleted here is not imported again.
      create table import_sources (
        -- The name of the other system, such as csv.
        source text not null,
        kind text not null,
        -- A digest of the id there, which may be an e-mail address: it outlives an erasure.
        source_id text not null,
        resource_id int not null,
        constraint import_sources_pkey primary key (source, kind, source_id)
      );
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table import_sources;');
  }
}
