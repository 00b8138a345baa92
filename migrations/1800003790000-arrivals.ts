import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Appointments say when the customer came, and when they began. */
export class Arrivals1800003790000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table appointments
        -- Null: not yet, or nothing is known of it.
        add column arrived_at timestamptz,
        add column started_at timestamptz;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table appointments drop column started_at, drop column arrived_at');
  }
}
