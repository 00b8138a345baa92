import type { MigrationInterface, QueryRunner } from 'typeorm';

/** As what the customers of a service book it by themselves. */
export class BookingsFromTheWeb1800004701000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table services
        add column web_status text not null default 'confirmed',
        -- holds for the version before: it leaves the default.
        -- blocks writes: a service has few rows, and the check reads each once.
        add constraint services_web_status_sane check (web_status in ('confirmed', 'pending'));
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table services drop constraint services_web_status_sane, drop column web_status;
    `);
  }
}
