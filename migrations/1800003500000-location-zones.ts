import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A location may have a time zone of its own. */
export class LocationZones1800003500000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    // Null: none. The previous version reads all hours on the clocks of the providers.
    await queryRunner.query('alter table locations add column timezone text');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table locations drop column timezone');
  }
}
