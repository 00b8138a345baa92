import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Messages to customers as SMS, which webhooks send. Set SMS once all instances and workers run a version that knows it. */
export class Texts1800003870000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table notifications
        -- What the SMS says; null: it is an e-mail, or not composed yet.
        add column text text,
        -- From then on no webhook is sent it.
        add column expires_at timestamptz,
        drop constraint notifications_channel_known,
        -- holds for the version before: it writes e-mails alone.
        add constraint notifications_channel_known check (channel in ('email', 'sms'));
      -- The trail records who asked for a message, as before, and each SMS that is ready to be sent: events are made of it.
      ${trigger('new.requested and not old.requested or new.text is not null and old.text is null')}
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ${trigger('new.requested and not old.requested')}
      delete from notifications where channel = 'sms';
      delete from events where type = 'message.due';
      alter table notifications
        drop column expires_at,
        drop column text,
        drop constraint notifications_channel_known,
        add constraint notifications_channel_known check (channel in ('email'));
    `);
  }
}

function trigger(condition: string): string {
  return `
      create or replace trigger audit after update on notifications for each row when (${condition})
        execute function audit_row('notifications', '{snapshot,attempts,next_attempt_at,last_error,sent_at}', '{}');`;
}
