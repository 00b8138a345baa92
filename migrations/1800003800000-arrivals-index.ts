import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the appointments whose customers have come. */
export class ArrivalsIndex1800003800000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- GET /appointments?arrived=true.
      -- blocks writes: while the appointments are read once; no customer has come yet, so nothing is sorted.
      create index appointments_arrived_at_idx on appointments (start_at, id) where arrived_at is not null;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop index appointments_arrived_at_idx');
  }
}
