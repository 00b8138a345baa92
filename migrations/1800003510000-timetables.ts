import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A service may start at a timetable alone. */
export class Timetables1800003510000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- The previous version offers a service with a timetable at every interval.
      alter table services
        add column start_rule text not null default 'interval'
          constraint services_start_rule_sane check (start_rule in ('interval', 'schedule')),
        add column timetable jsonb not null default '[]';
      -- Whether a calendar has to look for classes at all.
      alter table providers add column has_classes boolean not null default false;
      -- The classes of a provider, which few services have.
      -- blocks writes: for one pass over the services, of which none is in the index yet.
      create index services_with_timetable_idx on services (id) where start_rule = 'schedule';
    `);
    await queryRunner.query(MARK_TEACHERS);
    await queryRunner.query(END_CLASSES);
    await queryRunner.query(`
      create trigger mark_teachers after insert or update of timetable on services for each row
        when (new.timetable <> '[]') execute function mark_teachers();
      create trigger end_classes after delete on providers for each row
        when (old.has_classes) execute function end_classes();
      create or replace trigger audit after insert or update or delete on providers for each row
        execute function audit_row('providers', '{lists_services,has_classes}', '{}');
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create or replace trigger audit after insert or update or delete on providers for each row
        execute function audit_row('providers', '{lists_services}', '{}');
      drop function end_classes cascade;
      drop function mark_teachers cascade;
      alter table providers drop column has_classes;
      alter table services drop column timetable, drop column start_rule;
    `);
  }
}

/** The mark stays when the classes end: then a calendar looks for classes and finds none. */
const MARK_TEACHERS = `
  create function mark_teachers() returns trigger language plpgsql set search_path from current as $$
  begin
    update providers p set has_classes = true
    where not p.has_classes and p.id in (select (entry ->> 'providerId')::int from jsonb_array_elements(new.timetable) entry);
    return null;
  end $$;`;

/** The classes of a provider end with it. They are no rows of their own, so no foreign key can end them. */
const END_CLASSES = `
  create function end_classes() returns trigger language plpgsql set search_path from current as $$
  begin
    update services s set timetable = coalesce((
      select jsonb_agg(entry order by position) from jsonb_array_elements(s.timetable) with ordinality as t (entry, position)
      where (entry ->> 'providerId')::int <> old.id), '[]')
    where s.timetable @> jsonb_build_array(jsonb_build_object('providerId', old.id));
    return null;
  end $$;`;
