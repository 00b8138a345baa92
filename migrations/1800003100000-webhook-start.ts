import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a webhook leaves out, because it was committed before the webhook was made or made active, and numbered only later. */
export class WebhookStart1800003100000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- Ids of audit entries. The previous version leaves it as it is, and so delivers their events, as before.
      alter table webhooks add column leaves_out int8multirange not null default '{}';
      create or replace trigger audit after insert or update or delete on webhooks for each row
        execute function audit_row('webhooks', '{failing_since,updated_at,leaves_out}', '{secret,previous_secret}');
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create or replace trigger audit after insert or update or delete on webhooks for each row
        execute function audit_row('webhooks', '{failing_since,updated_at}', '{secret,previous_secret}');
      alter table webhooks drop column leaves_out;
    `);
  }
}
