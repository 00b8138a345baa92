import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The worker deletes messages that are older than MESSAGE_RETENTION_DAYS, and finds them by this index. */
export class MessageRetention1800000400000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('create index notifications_created_at_idx on notifications (created_at)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop index notifications_created_at_idx');
  }
}
