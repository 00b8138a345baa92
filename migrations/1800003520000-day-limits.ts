import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A service, and a provider, may limit how often they are booked on a date. */
export class DayLimits1800003520000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    // Null: no limit. The previous version books past it.
    await queryRunner.query(`
      alter table services add column max_per_day int;
      alter table providers add column max_per_day int;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table providers drop column max_per_day;
      alter table services drop column max_per_day;
    `);
  }
}
