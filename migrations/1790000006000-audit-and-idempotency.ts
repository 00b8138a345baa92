import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The audit trail, which triggers write so that no write can bypass it; and the answers that the service repeats for an
 * `Idempotency-Key`.
 */
export class AuditAndIdempotency1790000006000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(AUDIT_ENTRIES);
    await queryRunner.query(AUDIT_ROW);
    await queryRunner.query(AUDIT_ASSIGNMENTS);
    await queryRunner.query(AUDIT_TRIGGERS);
    await queryRunner.query(IDEMPOTENCY_RECORDS);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    // Dropping the functions drops their triggers.
    await queryRunner.query(`
      drop table idempotency_records, audit_entries;
      drop function audit_row, audit_assignments cascade;
    `);
  }
}

/** No foreign keys: an entry outlives the rows that it refers to. */
const AUDIT_ENTRIES = `
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
  -- GET /audit: newest first, and the filters from and to.
  create index audit_entries_at_idx on audit_entries (at, id);
  -- GET /audit?resource=&resourceId=.
  create index audit_entries_resource_idx on audit_entries (resource, resource_id);
  -- GET /audit?userId=, newest first.
  create index audit_entries_user_id_idx on audit_entries (user_id, at, id);`;

/**
 * `Database.transaction` puts the write context into the setting `scheduling.write_context` of its transaction, as JSON. The
 * setting is missing when the change was made with SQL by hand; it is '' rather than null on a connection that had it before.
 */
const DECLARE_CONTEXT = `context constant jsonb := nullif(current_setting('scheduling.write_context', true), '')::jsonb;`;
const INSERT_ENTRY = `insert into audit_entries
      (at, via, user_id, api_key_id, request_id, action, resource, resource_id, before, after)
    values (coalesce((context ->> 'at')::timestamptz, now()), coalesce(context ->> 'via', 'database'),
      (context ->> 'userId')::int, (context ->> 'apiKeyId')::int, context ->> 'requestId',`;

const AUDIT_ROW = `
  -- Arguments: the resource, the columns left out of the trail, and the columns recorded only as 'set' or 'changed'.
  create function audit_row() returns trigger language plpgsql set search_path from current as $$
  declare
    ${DECLARE_CONTEXT}
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

/** The services of a provider are part of the provider: the trail records the list before and after. */
const AUDIT_ASSIGNMENTS = `
  -- \`touched\` holds the rows that the statement inserted or deleted.
  create function audit_assignments() returns trigger language plpgsql set search_path from current as $$
  declare
    ${DECLARE_CONTEXT}
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

/** A change of a provider's user is recorded for the provider, whose name, e-mail and `active` that row holds. */
const AUDIT_TRIGGERS = `
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
  -- \`busy\` is left out: it follows from start, end and the service.
  create trigger audit after insert or update or delete on appointments for each row
    execute function audit_row('appointments', '{busy,updated_at}', '{}');
  -- Messages are a record themselves. The trail only records who asked for one.
  create trigger audit after update on notifications for each row when (new.requested and not old.requested)
    execute function audit_row('notifications', '{snapshot,attempts,next_attempt_at,last_error,sent_at}', '{}');`;

const IDEMPOTENCY_RECORDS = `
  -- Kept for 24 hours. The body is that of an answer, so it may hold personal data. Of the request only a hash is kept.
  create table idempotency_records (
    api_key_id int constraint idempotency_records_api_key_id_fkey references api_keys (id) on delete cascade,
    key text not null,
    fingerprint bytea not null,
    kind text not null constraint idempotency_records_kind_known check (kind in ('resource', 'envelope', 'error')),
    status smallint not null,
    -- The bytes that were sent: jsonb would reorder the members.
    body text not null,
    created_at timestamptz not null,
    constraint idempotency_records_pkey primary key (api_key_id, key)
  );
  -- Expired records, oldest first: each insert deletes some.
  create index idempotency_records_created_at_idx on idempotency_records (created_at);`;
