import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Events: numbers for the changes in the audit trail, in the order in which they were committed. The trail keeps what changed
 * (docs/contributing/adr/0014-events.md).
 */
export class Events1800001200000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table events (
        -- Rises by one, in the order of the commits.
        id bigint constraint events_pkey primary key,
        type text not null,
        -- The first word of the type, and the id that the API shows for it.
        resource text not null,
        resource_id text not null,
        occurred_at timestamptz not null,
        -- Of the audit entries that the event is made of, ascending. No foreign key: entries are never deleted.
        entry_ids bigint[] not null
      );
      -- GET /events?types= and ?resource=.
      create index events_type_idx on events (type, id);
      -- GET /events?resource=&resourceId=.
      create index events_resource_idx on events (resource, resource_id, id);

      -- One row: how far the audit trail is numbered.
      create table event_numbering (
        only_row boolean default true constraint event_numbering_pkey primary key
          constraint event_numbering_one_row check (only_row),
        -- The last number that was given.
        last_event bigint not null,
        -- The highest audit entry that was looked at.
        seen bigint not null,
        -- Ids up to \`seen\` that no committed entry had: lists of [first, last]. Their transactions may still commit, but those of
        -- \`old_gaps\` began before the transaction id \`horizon\`.
        gaps jsonb not null,
        old_gaps jsonb not null,
        horizon bigint not null
      );
      -- Events begin with this migration.
      insert into event_numbering
      select true, 0, coalesce(max(id), 0), '[]', '[]', pg_snapshot_xmax(pg_current_snapshot())::text::bigint from audit_entries;

      -- GET /audit?resource=&resourceId=, and the state of a row at an entry.
      drop index audit_entries_resource_idx;
      create index audit_entries_resource_idx on audit_entries (resource, resource_id, id);
    `);
    await queryRunner.query(auditRow("coalesce(tg_argv[3], '{}')::text[]"));
    await queryRunner.query(appointmentsTrigger(`'{busy}', '{}', '{updated_at}'`));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(appointmentsTrigger(`'{busy,updated_at}', '{}'`));
    await queryRunner.query(auditRow("'{}'::text[]"));
    await queryRunner.query(`
      drop index audit_entries_resource_idx;
      create index audit_entries_resource_idx on audit_entries (resource, resource_id);
      drop table event_numbering, events;
    `);
  }
}

/** `updated_at` is part of what GET shows of an appointment, so the trail records it; alone it is no change. */
function appointmentsTrigger(columns: string): string {
  return `
    create or replace trigger audit after insert or update or delete on appointments for each row
      execute function audit_row('appointments', ${columns});`;
}

/** @param uncompared SQL of the columns whose change alone leaves no entry */
function auditRow(uncompared: string): string {
  return `
  -- Arguments: the resource, the columns left out of the trail, the columns recorded only as 'set' or 'changed', and the columns
  -- that are recorded, but whose change alone leaves no entry.
  create or replace function audit_row() returns trigger language plpgsql set search_path from current as $$
  declare
    context constant jsonb := nullif(current_setting('scheduling.write_context', true), '')::jsonb;
    before jsonb := to_jsonb(old) - tg_argv[1]::text[];
    after jsonb := to_jsonb(new) - tg_argv[1]::text[];
    secret text;
  begin
    if before - ${uncompared} = after - ${uncompared} then
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
    insert into audit_entries
      (at, via, user_id, api_key_id, request_id, action, resource, resource_id, before, after)
    values (coalesce((context ->> 'at')::timestamptz, now()), coalesce(context ->> 'via', 'database'),
      (context ->> 'userId')::int, (context ->> 'apiKeyId')::int, context ->> 'requestId',
      case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'update' else 'delete' end,
      tg_argv[0], (coalesce(after, before) ->> 'id')::int, before, after);
    return null;
  end $$;`;
}
