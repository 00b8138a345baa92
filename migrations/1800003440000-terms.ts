import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A service may have other terms with some providers, and several durations to choose from. */
export class Terms1800003440000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table services
        add column terms jsonb not null default '[]',
        add column duration_options jsonb not null default '[]';
      -- The duration that was chosen, and its price. Null: none was chosen.
      alter table holds
        add column duration_min int,
        add column price numeric(10, 2);
      -- The duration that is waited for. Null: that of the provider who is offered.
      alter table waitlist_entries add column duration_min int;
    `);
    await queryRunner.query(END_TERMS);
    await queryRunner.query(
      'create trigger end_terms after delete on providers for each row execute function end_terms()',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop function end_terms cascade;
      alter table waitlist_entries drop column duration_min;
      alter table holds drop column duration_min, drop column price;
      alter table services drop column terms, drop column duration_options;
    `);
  }
}

/** The terms of a provider end with it. They are no rows of their own, so no foreign key can end them. */
const END_TERMS = `
  create function end_terms() returns trigger language plpgsql set search_path from current as $$
  begin
    update services s set terms = coalesce((
      select jsonb_agg(each order by position) from jsonb_array_elements(s.terms) with ordinality as t (each, position)
      where (each ->> 'providerId')::int <> old.id), '[]')
    where s.terms @> jsonb_build_array(jsonb_build_object('providerId', old.id));
    return null;
  end $$;`;
