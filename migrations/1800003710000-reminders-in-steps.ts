import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A reminder says which of the steps of REMINDER_HOURS it is. */
export class RemindersInSteps1800003710000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- Null: it is no reminder, a caller has requested it, or the version before has queued it.
      alter table notifications add column reminder_hours int;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table notifications drop column reminder_hours');
  }
}
