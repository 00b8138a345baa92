import type { MigrationInterface, QueryRunner } from 'typeorm';

export class FailedMessages1790000090000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- How many messages were given up, asked at each scrape of /metrics (src/operating/metrics/queue-state.queries.ts).
      create index notifications_failed_idx on notifications (id) where status = 'failed';
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop index notifications_failed_idx');
  }
}
