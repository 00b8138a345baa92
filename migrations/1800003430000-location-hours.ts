import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A location may have weekly hours of its own. */
export class LocationHours1800003430000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    // Null: those of the business, which the previous version takes for all.
    await queryRunner.query('alter table locations add column hours jsonb');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table locations drop column hours');
  }
}
