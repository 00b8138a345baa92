import type { MigrationInterface, QueryRunner } from 'typeorm';

/** E-mails are kept as they were sent, for the export of a person: templates and words change later. */
export class SaidInMessages1800003910000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table notifications
        -- Subject and text of an e-mail that was sent; null: it was not, it is an SMS, or a version before has sent it.
        add column said text;
      ${trigger('snapshot,attempts,next_attempt_at,last_error,sent_at,said')}
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ${trigger('snapshot,attempts,next_attempt_at,last_error,sent_at')}
      alter table notifications drop column said;
    `);
  }
}

/** @param unaudited columns that the trail leaves out */
function trigger(unaudited: string): string {
  return `
      create or replace trigger audit after update on notifications for each row
        when (new.requested and not old.requested or new.text is not null and old.text is null)
        execute function audit_row('notifications', '{${unaudited}}', '{}');`;
}
