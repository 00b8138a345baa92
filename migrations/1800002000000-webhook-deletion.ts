import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Deliveries outlive their webhook until a worker deletes them: a webhook may have had millions, and DELETE of a webhook cannot
 * wait for that (docs/contributing/adr/0015-webhooks.md).
 */
export class WebhookDeletion1800002000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'alter table webhook_deliveries drop constraint webhook_deliveries_webhook_id_fkey;',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      delete from webhook_deliveries d where not exists (select from webhooks w where w.id = d.webhook_id);
      alter table webhook_deliveries add constraint webhook_deliveries_webhook_id_fkey
        foreign key (webhook_id) references webhooks (id) on delete cascade;
    `);
  }
}
