import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Answers that are kept for an `Idempotency-Key` hold no secret that can be read (docs/operating/security.md). */
export class SealedAnswers1800003110000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table idempotency_records
        -- The secret members of the answer, encrypted with a key that the client alone holds; in the body they are null.
        add column sealed bytea,
        -- The table and the id of the row whose secret it is. A previous version replays such an answer without its secret.
        add column secret_of text;
      -- The answers whose secret ends with a row.
      -- blocks writes: while the answers of one day are read once; none has a secret yet, so nothing is sorted.
      create index idempotency_records_secret_of_idx on idempotency_records (secret_of) where sealed is not null;
    `);
    await queryRunner.query(`
      -- A secret that has ended is not shown again.
      create function end_secret() returns trigger language plpgsql set search_path from current as $$
      begin
        update idempotency_records set sealed = null
        where secret_of = tg_table_name || ' ' || old.id and sealed is not null;
        return null;
      end $$;
      create trigger end_secret after update of secret_hash or delete on provider_feeds for each row execute function end_secret();
      create trigger end_secret after update of secret or delete on webhooks for each row execute function end_secret();
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop function end_secret cascade;
      alter table idempotency_records drop column sealed, drop column secret_of;
    `);
  }
}
