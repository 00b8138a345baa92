import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the job that has waited longest. pg-boss sorted all that are due for each one that it took. */
export class QueueOrder1800002100000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    // `Jobs.take`: the messages that wait, in the order in which they were queued.
    await queryRunner.query(`
      do $$
      begin
        execute format(
          $index$create index notifications_waiting_idx on pgboss.%I (name, created_on, id) where state < 'active'$index$,
          (select partition_name from pgboss.queue where name = 'notifications')
        );
      end $$;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop index pgboss.notifications_waiting_idx');
  }
}
