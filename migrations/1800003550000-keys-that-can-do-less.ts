import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keys have restrictions, and can be rotated: holds then end with the last of the keys that took each other's place. */
export class KeysThatCanDoLess1800003550000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table api_keys
        -- What the key can do less than the roles of its user allow; null: nothing.
        add column restrictions jsonb,
        -- The first key of those that took each other's place; null: this one.
        add column origin_id int constraint api_keys_origin_id_fkey references api_keys (id) on delete cascade,
        -- The IP address of the request that last_used_at is the time of.
        add column last_used_from text;
      -- The keys of one origin: holds end with the last of them, and a deletion looks for them.
      -- blocks writes: while the keys are read once; none has an origin yet, so nothing is sorted.
      create index api_keys_origin_id_idx on api_keys (origin_id);
      create or replace trigger audit after insert or update or delete on api_keys for each row
        execute function audit_row('api-keys', '{last_used_at,last_used_from}', '{secret_hash}');
      alter table idempotency_records
        -- Equal for equal requests with any of the keys that took each other's place; null: of a version before.
        add column shared_fingerprint bytea,
        -- The key of the request, where it is not the first of those that took each other's place.
        add column written_by int;
    `);
    await queryRunner.query(END_OF_KEYS);
    await queryRunner.query(expireWithKey('end_of_keys(new.api_key_id)'));
    await queryRunner.query(
      endHolds(`array(${KEYS_OF('coalesce(new.origin_id, new.id)')})`, 'end_of_keys(new.id)'),
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(endHolds('array[new.id]', 'least(new.revoked_at, new.expires_at)'));
    await queryRunner.query(expireWithKey('(select expires_at from api_keys where id = new.api_key_id)'));
    await queryRunner.query(`
      drop function end_of_keys;
      alter table idempotency_records drop column written_by, drop column shared_fingerprint;
      create or replace trigger audit after insert or update or delete on api_keys for each row
        execute function audit_row('api-keys', '{last_used_at}', '{secret_hash}');
      alter table api_keys drop column last_used_from, drop column origin_id, drop column restrictions;
    `);
  }
}

const KEYS_OF = (origin: string) => `select id from api_keys where id = ${origin} or origin_id = ${origin}`;

/** When the last of the keys that took each other's place ends; null: one of them does not end. */
const END_OF_KEYS = `
  create function end_of_keys(of_key int) returns timestamptz language plpgsql stable set search_path from current as $$
  declare
    origin constant int := (select coalesce(origin_id, id) from api_keys where id = of_key);
  begin
    return (
      select case when bool_and(least(revoked_at, expires_at) is not null) then max(least(revoked_at, expires_at)) end
      from api_keys where id in (${KEYS_OF('origin')})
    );
  end $$;`;

const expireWithKey = (end: string) => `
  create or replace function expire_with_key() returns trigger language plpgsql set search_path from current as $$
  begin
    new.expires_at := least(new.expires_at, ${end});
    return new;
  end $$;`;

/** @param ownKeys SQL: the keys whose holds end with a key @param end SQL: when they do; null: not with this key */
const endHolds = (ownKeys: string, end: string) => `
  create or replace function end_holds() returns trigger language plpgsql set search_path from current as $$
  declare
    context constant jsonb := nullif(current_setting('scheduling.write_context', true), '')::jsonb;
    keys int[];
    moment timestamptz;
  begin
    if tg_table_name = 'api_keys' then
      keys := ${ownKeys};
      moment := ${end};
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
