import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the pending appointments that have ended, and when the next one ends. */
export class PendingThatEndsIndex1800003451000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- AppointmentExpiry: in the order in which they end.
      -- blocks writes: while the appointments are read once; none ends by itself yet, so nothing is sorted.
      create index appointments_expires_at_idx on appointments (expires_at, id) where expires_at is not null;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop index appointments_expires_at_idx');
  }
}
