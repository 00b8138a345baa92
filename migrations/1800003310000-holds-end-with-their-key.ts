import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Holds end with the key that placed them: at the moment of its revocation or expiry, or when its user is deactivated or loses the last
 * role. Triggers do it, because keys and users are also changed on the command line, in SQL, and by the version before.
 */
export class HoldsEndWithTheirKey1800003310000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(EXPIRE_WITH_KEY);
    await queryRunner.query(END_HOLDS);
    await queryRunner.query(`
      create trigger expire_with_key before insert on holds for each row when (new.api_key_id is not null)
        execute function expire_with_key();
      create trigger end_holds after update of revoked_at, expires_at on api_keys for each row
        when ((new.revoked_at, new.expires_at) is distinct from (old.revoked_at, old.expires_at))
        execute function end_holds();
      create trigger end_holds after update of active, roles on users for each row
        when (not new.active and old.active or new.roles = '{}' and old.roles <> '{}')
        execute function end_holds();
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    // Their triggers are dropped with them.
    await queryRunner.query('drop function end_holds, expire_with_key cascade');
  }
}

const EXPIRE_WITH_KEY = `
  create function expire_with_key() returns trigger language plpgsql set search_path from current as $$
  begin
    new.expires_at := least(new.expires_at, (select expires_at from api_keys where id = new.api_key_id));
    return new;
  end $$;`;

const END_HOLDS = `
  create function end_holds() returns trigger language plpgsql set search_path from current as $$
  declare
    context constant jsonb := nullif(current_setting('scheduling.write_context', true), '')::jsonb;
    keys int[];
    moment timestamptz;
  begin
    if tg_table_name = 'api_keys' then
      keys := array[new.id];
      moment := least(new.revoked_at, new.expires_at);
    else
      moment := coalesce((context ->> 'at')::timestamptz, now());
      -- Waits for holds that are being placed: they lock their key, too.
      keys := array(select id from api_keys where user_id = new.id order by id for no key update);
    end if;
    with ended as (
      update holds set expires_at = moment where api_key_id = any (keys) and expires_at > moment returning id
    )
    update claims c set expires_at = moment from ended where c.hold_id = ended.id;
    return null;
  end $$;`;
