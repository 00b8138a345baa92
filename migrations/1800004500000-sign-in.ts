import type { MigrationInterface, QueryRunner } from 'typeorm';

/** People who sign in with the identity provider of the company: what names them there, and which token made a change. */
export class SignIn1800004500000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table users add column subject text constraint users_subject_key unique;
      alter table audit_entries add column token_id text;
    `);
    await queryRunner.query(auditRow(', token_id', `, context ->> 'tokenId'`));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(auditRow('', ''));
    await queryRunner.query(`
      alter table audit_entries drop column token_id;
      alter table users drop column subject;
    `);
  }
}

/** @param columns further columns of an entry, each after a comma @param values their SQL */
function auditRow(columns: string, values: string): string {
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
    if before - coalesce(tg_argv[3], '{}')::text[] = after - coalesce(tg_argv[3], '{}')::text[] then
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
      (at, via, user_id, api_key_id, request_id, action, resource, resource_id, before, after, reason${columns})
    values (coalesce((context ->> 'at')::timestamptz, now()), coalesce(context ->> 'via', 'database'),
      (context ->> 'userId')::int, (context ->> 'apiKeyId')::int, context ->> 'requestId',
      case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'update' else 'delete' end,
      tg_argv[0], (coalesce(after, before) ->> 'id')::int, before, after, context ->> 'reason'${values});
    return null;
  end $$;`;
}
