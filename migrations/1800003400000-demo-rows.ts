import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the demo has added, and where the service runs. */
export class DemoRows1800003400000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- Rows of other tables that the command demo has added, so that it can remove them. Not audited: the rows themselves are.
      create table demo_rows (
        resource text not null,
        resource_id int not null,
        constraint demo_rows_pkey primary key (resource, resource_id)
      );
      -- Where this machine reached the service that started last; null before the first start of this version.
      alter table instance add column url text;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table instance drop column url; drop table demo_rows;');
  }
}
