import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The keys of a user end for good when the user is deactivated, in the same transaction. A trigger does it, because users are also changed
 * on the command line, in SQL, and by the version before. It runs at an activation too: keys of users whom an earlier version deactivated,
 * and keys that were made at the same moment, do not come back. The key that stands for all tokens of a user is none that can be stolen,
 * so it stays.
 */
export class KeysEndWithTheirUser1800004600000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create function end_keys() returns trigger language plpgsql set search_path from current as $$
      declare
        context constant jsonb := nullif(current_setting('scheduling.write_context', true), '')::jsonb;
      begin
        update api_keys set revoked_at = coalesce((context ->> 'at')::timestamptz, now())
        where user_id = new.id and revoked_at is null and key_id <> 'tokens-' || new.id;
        return null;
      end $$;
      create trigger end_keys after update of active on users for each row when (new.active <> old.active)
        execute function end_keys();
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop function end_keys cascade');
  }
}
