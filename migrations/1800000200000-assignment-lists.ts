import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A provider may have a list of services, and a service a list of providers. The rows of `provider_services` are the members of
 * both. A flag tells a list without members from no list.
 */
export class AssignmentLists1800000200000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table providers add lists_services boolean not null default false;
      alter table services add lists_providers boolean not null default false;
    `);
    await queryRunner.query(rowTriggers('{lists_services}', '{updated_at,lists_providers}'));
    // Until now every provider with an assignment had a list of its own, and no service had one.
    await queryRunner.query(`
      update providers set lists_services = true where id in (select provider_id from provider_services);
    `);
    await queryRunner.query(AUDIT_LISTS);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop function audit_list cascade');
    await queryRunner.query(AUDIT_ASSIGNMENTS_BEFORE);
    await queryRunner.query(rowTriggers('{}', '{updated_at}'));
    await queryRunner.query(`
      -- Only the lists of providers had a meaning.
      delete from provider_services where provider_id not in (select id from providers where lists_services);
      alter table providers drop column lists_services;
      alter table services drop column lists_providers;
    `);
  }
}

/** @param providers, services the columns that the trail leaves out, as an array of PostgreSQL */
function rowTriggers(providers: string, services: string): string {
  return `
    create or replace trigger audit after insert or update or delete on providers for each row
      execute function audit_row('providers', '${providers}', '{}');
    create or replace trigger audit after insert or update or delete on services for each row
      execute function audit_row('services', '${services}', '{}');`;
}

const DECLARE_CONTEXT = `
    context constant jsonb := nullif(current_setting('scheduling.write_context', true), '')::jsonb;`;
const INSERT_ENTRY = `insert into audit_entries
        (at, via, user_id, api_key_id, request_id, action, resource, resource_id, before, after)
      values (coalesce((context ->> 'at')::timestamptz, now()), coalesce(context ->> 'via', 'database'),
        (context ->> 'userId')::int, (context ->> 'apiKeyId')::int, context ->> 'requestId',`;

/**
 * The trail records each list where it exists: the services of a provider, and the providers of a service. A change of the flag
 * is recorded as a list that begins or ends.
 */
const AUDIT_LISTS = `
  create or replace function audit_assignments() returns trigger language plpgsql set search_path from current as $$
  declare
    ${DECLARE_CONTEXT}
    list record;
  begin
    for list in
      select 'providers' as resource, t.provider_id as id, 'service_ids' as member, array_agg(t.service_id) as touched, array(
        select a.service_id from provider_services a where a.provider_id = t.provider_id order by 1
      ) as now
      from touched t join providers p on p.id = t.provider_id and p.lists_services group by t.provider_id
      union all
      select 'services', t.service_id, 'provider_ids', array_agg(t.provider_id), array(
        select a.provider_id from provider_services a where a.service_id = t.service_id order by 1
      )
      from touched t join services s on s.id = t.service_id and s.lists_providers group by t.service_id
      order by 1, 2
    loop
      ${INSERT_ENTRY}
        'update', list.resource, list.id,
        jsonb_build_object(list.member, array(
          select m from unnest(list.now) m where tg_op = 'DELETE' or m <> all (list.touched)
          union select m from unnest(list.touched) m where tg_op = 'DELETE' order by 1
        )),
        jsonb_build_object(list.member, list.now));
    end loop;
    return null;
  end $$;

  -- Arguments: the resource, the member, and whether the list begins ('begins') or ends ('ends').
  create function audit_list() returns trigger language plpgsql set search_path from current as $$
  declare
    ${DECLARE_CONTEXT}
    list constant jsonb := jsonb_build_object(tg_argv[1], case tg_argv[0]
      when 'providers' then array(select service_id from provider_services where provider_id = new.id order by 1)
      else array(select provider_id from provider_services where service_id = new.id order by 1) end);
    none constant jsonb := jsonb_build_object(tg_argv[1], null);
  begin
    ${INSERT_ENTRY}
      'update', tg_argv[0], new.id,
      case tg_argv[2] when 'begins' then none else list end, case tg_argv[2] when 'begins' then list else none end);
    return null;
  end $$;

  create trigger audit_list_begins after update of lists_services on providers for each row
    when (new.lists_services and not old.lists_services) execute function audit_list('providers', 'service_ids', 'begins');
  create trigger audit_list_ends after update of lists_services on providers for each row
    when (old.lists_services and not new.lists_services) execute function audit_list('providers', 'service_ids', 'ends');
  create trigger audit_list_begins after update of lists_providers on services for each row
    when (new.lists_providers and not old.lists_providers) execute function audit_list('services', 'provider_ids', 'begins');
  create trigger audit_list_ends after update of lists_providers on services for each row
    when (old.lists_providers and not new.lists_providers) execute function audit_list('services', 'provider_ids', 'ends');`;

/** As the migration of the audit trail creates it. */
const AUDIT_ASSIGNMENTS_BEFORE = `
  create or replace function audit_assignments() returns trigger language plpgsql set search_path from current as $$
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
