import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A link that is dead because its appointment was given to another customer stays dead when the appointment is given back. */
export class EndedLinks1800004410000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(END_LINKS);
    await queryRunner.query(`
      create trigger end_links before update of customer_id on appointments for each row
        when (old.customer_id <> new.customer_id) execute function end_links();
      -- Serves the entry of an appointment whose link ends.
      -- blocks writes: while the entries are read once, of which few became an appointment.
      create index waitlist_entries_appointment_id_idx on waitlist_entries (appointment_id)
        where appointment_id is not null;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop index waitlist_entries_appointment_id_idx;
      drop trigger end_links on appointments;
      drop function end_links;
    `);
  }
}

/**
 * One more on the counter of the appointment, and of the entry of the waitlist that shows its link. The link of a series or a visit lives as
 * long as its customer has an appointment of it. The lock makes two writers that each give one of two away see each other.
 */
const END_LINKS = `
  create function end_links() returns trigger language plpgsql set search_path from current as $$
  begin
    new.link_counter := old.link_counter + 1;
    update waitlist_entries set link_counter = link_counter + 1 where appointment_id = old.id;
    if old.series_id is not null then
      perform from series where id = old.series_id for no key update;
      if not exists (
        select from appointments
        where series_id = old.series_id and customer_id = old.customer_id and id <> old.id
      ) then
        update series set link_counter = link_counter + 1 where id = old.series_id;
      end if;
    end if;
    if old.visit_id is not null then
      perform from visits where id = old.visit_id for no key update;
      if not exists (
        select from appointments
        where visit_id = old.visit_id and customer_id = old.customer_id and id <> old.id
      ) then
        update visits set link_counter = link_counter + 1 where id = old.visit_id;
      end if;
    end if;
    return new;
  end $$;`;
