import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Services ask questions, and bookings answer them. */
export class Questions1800003590000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table services add column questions jsonb not null default '[]';
      alter table appointments add column answers jsonb not null default '{}';
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table appointments drop column answers;
      alter table services drop column questions;
    `);
  }
}
