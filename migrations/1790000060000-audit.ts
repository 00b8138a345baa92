import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The audit trail: the database itself writes down every change, so that no way of writing can forget to. */
export class Audit1790000060000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(ENTRIES);
    await queryRunner.query(AUDIT_ROW);
    await queryRunner.query(AUDIT_ASSIGNMENTS);
    await queryRunner.query(TRIGGERS);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    // With the functions go the triggers.
    await queryRunner.query(`
      drop function audit_row, audit_assignments cascade;
      drop table audit_entries;
      alter table notifications drop column requested;
    `);
  }
}

/** No foreign keys: an entry outlives what it names. */
const ENTRIES = `
  create table audit_entries (
    id bigint generated always as identity constraint audit_entries_pkey primary key,
    at timestamptz not null,
    via text not null,
    user_id int,
    api_key_id int,
    request_id text,
    action text not null constraint audit_entries_action_known check (action in ('create', 'update', 'delete')),
    resource text not null,
    resource_id int not null,
    before jsonb,
    after jsonb
  );
  -- GET /audit: what happened, newest first, and its from and to.
  create index audit_entries_at_idx on audit_entries (at, id);
  -- GET /audit?resource=&resourceId=: the history of one thing, of one kind of things, or of all that have an id.
  create index audit_entries_resource_idx on audit_entries (resource, resource_id);
  -- GET /audit?userId=: what somebody has done, newest first.
  create index audit_entries_user_id_idx on audit_entries (user_id, at, id);`;

/**
 * Who acts stands in the setting `scheduling.act` of the transaction, as JSON; where it does not, somebody was at the
 * database by hand. Once a transaction has set it, PostgreSQL leaves it empty rather than unset.
 */
const DECLARE_ACT = `act constant jsonb := nullif(current_setting('scheduling.act', true), '')::jsonb;`;
const INSERT_ENTRY = `insert into audit_entries
      (at, via, user_id, api_key_id, request_id, action, resource, resource_id, before, after)
    values (coalesce((act ->> 'at')::timestamptz, now()), coalesce(act ->> 'via', 'database'), (act ->> 'userId')::int,
      (act ->> 'apiKeyId')::int, act ->> 'requestId',`;

const AUDIT_ROW = `
  -- Arguments: the resource, the columns that are bookkeeping, and those of which it is only told whether they are set.
  create function audit_row() returns trigger language plpgsql set search_path from current as $$
  declare
    ${DECLARE_ACT}
    before jsonb := to_jsonb(old) - tg_argv[1]::text[];
    after jsonb := to_jsonb(new) - tg_argv[1]::text[];
    secret text;
  begin
    if before = after then
      return null;
    end if;
    foreach secret in array tg_argv[2]::text[] loop
      if after ->> secret is not null then
        after := after || jsonb_build_object(
          secret, case when before ->> secret <> after ->> secret then 'changed' else 'set' end);
      end if;
      if before ->> secret is not null then
        before := before || jsonb_build_object(secret, 'set');
      end if;
    end loop;
    ${INSERT_ENTRY}
      case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'update' else 'delete' end,
      tg_argv[0], (coalesce(after, before) ->> 'id')::int, before, after);
    return null;
  end $$;`;

/** Which services a provider offers is a part of the provider: what is told is the list, before and after. */
const AUDIT_ASSIGNMENTS = `
  -- \`touched\` are the rows that one statement has inserted or deleted.
  create function audit_assignments() returns trigger language plpgsql set search_path from current as $$
  declare
    ${DECLARE_ACT}
    provider record;
  begin
    for provider in
      select t.provider_id as id, array_agg(t.service_id) as touched, array(
        select a.service_id from provider_services a where a.provider_id = t.provider_id order by 1
      ) as now
      from touched t group by t.provider_id order by t.provider_id
    loop
      ${INSERT_ENTRY}
        'update', 'providers', provider.id,
        jsonb_build_object('service_ids', array(
          select s from unnest(provider.now) s where tg_op = 'DELETE' or s <> all (provider.touched)
          union select s from unnest(provider.touched) s where tg_op = 'DELETE' order by 1
        )),
        jsonb_build_object('service_ids', provider.now));
    end loop;
    return null;
  end $$;`;

/** A provider's user is told of as the provider, whose name, e-mail and `active` it holds. */
const TRIGGERS = `
  create trigger audit_written after insert or update on users for each row
    when (not 'provider' = any (new.roles)) execute function audit_row('users', '{updated_at}', '{password_hash}');
  create trigger audit_provider_written after insert or update on users for each row
    when ('provider' = any (new.roles)) execute function audit_row('providers', '{updated_at}', '{password_hash}');
  create trigger audit_deleted after delete on users for each row
    execute function audit_row('users', '{updated_at}', '{password_hash}');
  create trigger audit after insert or update or delete on providers for each row
    execute function audit_row('providers', '{}', '{}');
  create trigger audit_inserted after insert on provider_services referencing new table as touched
    for each statement execute function audit_assignments();
  create trigger audit_deleted after delete on provider_services referencing old table as touched
    for each statement execute function audit_assignments();
  create trigger audit after insert or update or delete on api_keys for each row
    execute function audit_row('api-keys', '{last_used_at}', '{secret_hash}');
  create trigger audit after insert or update or delete on categories for each row
    execute function audit_row('categories', '{updated_at}', '{}');
  create trigger audit after insert or update or delete on services for each row
    execute function audit_row('services', '{updated_at}', '{}');
  create trigger audit after insert or update or delete on locations for each row
    execute function audit_row('locations', '{updated_at}', '{}');
  create trigger audit after insert or update or delete on business_hours for each row
    execute function audit_row('business-hours', '{}', '{}');
  create trigger audit after insert or update or delete on closures for each row
    execute function audit_row('closures', '{}', '{}');
  create trigger audit after insert or update or delete on time_off for each row
    execute function audit_row('time-off', '{}', '{}');
  create trigger audit after insert or update or delete on customers for each row
    execute function audit_row('customers', '{updated_at}', '{}');
  -- What it occupies follows from start, end and the service that it had.
  create trigger audit after insert or update or delete on appointments for each row
    execute function audit_row('appointments', '{busy,updated_at}', '{}');
  -- Messages are a record themselves; on the trail is who asked for one, which is marked once it is written.
  alter table notifications add column requested boolean not null default false;
  create trigger audit after update on notifications for each row when (new.requested and not old.requested)
    execute function audit_row('notifications', '{snapshot,attempts,next_attempt_at,last_error,sent_at}', '{}');`;
